String log = new File(basedir, 'build.log').text
assert log.contains('the agent option scope holds a comma')
