String log = new File(basedir, 'build.log').text
assert log.count('Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time') == 4
