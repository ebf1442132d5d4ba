# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Makes this folder the CANN of the shell that reads it: . .../set_env.sh
# For bash, zsh, dash and other POSIX shells, with or without set -eu.

_sigloss_file=
if [ -n "${BASH_VERSION-}" ]; then
  # Names that other shells would refuse to read.
  # shellcheck disable=SC3028,SC3054
  eval '_sigloss_file=${BASH_SOURCE[0]}'
elif [ -n "${ZSH_VERSION-}" ]; then
  eval '_sigloss_file=${(%):-%x}'
elif [ -r /proc/self/stat ]; then
  # No name for the file that is read, but the shell has it open; the youngest of such files is it.
  # The process is this shell, a subshell too, since `read` is a part of it.
  read -r _sigloss_process _sigloss_rest </proc/self/stat
  _sigloss_youngest=-1
  for _sigloss_open in "/proc/$_sigloss_process/fd"/*; do
    _sigloss_target=$(readlink "$_sigloss_open") || continue
    case $_sigloss_target in
      */set_env.sh)
        if [ "${_sigloss_open##*/}" -gt "$_sigloss_youngest" ]; then
          _sigloss_youngest=${_sigloss_open##*/}
          _sigloss_file=$_sigloss_target
        fi
        ;;
    esac
  done
fi

_sigloss_home=
if [ -n "$_sigloss_file" ]; then
  _sigloss_file=$(readlink -f "$_sigloss_file") && _sigloss_home=${_sigloss_file%/*}
fi
unset _sigloss_file _sigloss_process _sigloss_rest _sigloss_youngest _sigloss_open _sigloss_target

if [ -z "$_sigloss_home" ]; then
  unset _sigloss_home
  echo "set_env.sh: this shell does not say where the file is; please use bash" >&2
  return 1
fi
ASCEND_HOME_PATH=$_sigloss_home
ASCEND_TOOLKIT_HOME=$_sigloss_home
case ":${LD_LIBRARY_PATH-}:" in
  *":$_sigloss_home/lib64:"*) ;;
  *) LD_LIBRARY_PATH=$_sigloss_home/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} ;;
esac
export ASCEND_HOME_PATH ASCEND_TOOLKIT_HOME LD_LIBRARY_PATH
unset _sigloss_home
