# Finds the JDK 25 that builds Goodput; read by ./goodput and ./mvnw.

# Whether the directory holds a JDK 25; reads its release file, starts nothing.
is_jdk_25() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in
      'JAVA_VERSION="25"' | 'JAVA_VERSION="25.'* | 'JAVA_VERSION="25-'* | 'JAVA_VERSION="25+'*) return 0 ;;
    esac
  done <"$1/release"
  return 1
}

# Sets jdk to the folder of a JDK 25: that of JAVA_HOME, or one in the usual places, or the one on the path.
find_jdk() {
  for jdk in "${JAVA_HOME:-}" \
    /usr/lib/jvm/* /usr/java/* /opt/* /opt/java/* /opt/jdk/* \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.asdf/installs/java/* \
    "${HOME:-}"/.local/share/mise/installs/java/* "${HOME:-}"/.jabba/jdk/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home; do
    if [ -n "$jdk" ] && is_jdk_25 "$jdk"; then return 0; fi
  done
  on_path=$(command -v javac 2>/dev/null) || return 1
  while [ -h "$on_path" ]; do
    link=$(readlink "$on_path")
    case $link in
      /*) on_path=$link ;;
      *) on_path=$(dirname "$on_path")/$link ;;
    esac
  done
  jdk=$(cd "$(dirname "$on_path")/.." && pwd -P) && is_jdk_25 "$jdk"
}
