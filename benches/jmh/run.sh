#!/bin/sh
# usage: run.sh JAVA_HOME THREADS [ROUNDS]
# JMH with and without a scope in turns, on one JDK: low decile and median of each side's iterations, and their ratios.
# `tickless` must be on the PATH, or named by TICKLESS; Maven has to be there.
set -eu
java=$1/bin/java
threads=$2
rounds=${3:-8}
cd "$(dirname "$0")"
mvn -q -B package
paths=$("${TICKLESS:-tickless}" paths)
agent=$(echo "$paths" | sed -n 's/^agent=//p')
api=$(echo "$paths" | sed -n 's/^api-jar=//p')
exec "$java" -cp "target/scope.jar:target/dependency/*:$api" bench.ScopeComparison "$agent" "$threads" "$rounds"
