String log = new File(basedir, 'build.log').text
assert log.contains('Tests run: 1, Failures: 0, Errors: 0, Skipped: 0')
assert new File(basedir, 'target/tickless/libtickless.so').isFile()
