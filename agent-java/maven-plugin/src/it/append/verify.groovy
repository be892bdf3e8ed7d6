String log = new File(basedir, 'build.log').text
assert log =~ /argLine set to -Dmarker=yes -agentpath:\S+libtickless\.so=log=error,scope=com\.acme\.\*\*:org\.x\.Y/
