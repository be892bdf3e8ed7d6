String log = new File(basedir, 'build.log').text
assert log.contains('no native library for Linux riscv64: Tickless runs on linux-x86_64')
