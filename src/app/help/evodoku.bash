# Completions of evodoku for bash; printed by: evodoku help --completion bash
_evodoku() {
    local word=${COMP_WORDS[COMP_CWORD]}
    mapfile -t COMPREPLY < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
    if [[ ${COMPREPLY[*]} == '<files>' ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "${word#=}")  # bash takes --option=word apart
    fi
}
complete -F _evodoku evodoku
