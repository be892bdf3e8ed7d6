String log = new File(basedir, 'build.log').text
assert log.contains('agentFile does not exist: /nowhere/libtickless.so')
