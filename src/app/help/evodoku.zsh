#compdef evodoku
# Completions of evodoku for zsh; printed by: evodoku help --completion zsh
_evodoku() {
    local line
    local -a found words_and_helps
    found=("${(@f)$("${(Q)words[1]}" --complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ $found == '<files>' ]]; then
        compset -P '--*='
        _files
        return
    fi
    for line in $found; do words_and_helps+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}"); done
    _describe evodoku words_and_helps
}
_evodoku "$@"
