String log = new File(basedir, 'build.log').text
assert log.contains('-DargLine on the command line hides the agent from the tests')
