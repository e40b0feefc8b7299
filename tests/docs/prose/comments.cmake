# Sample for scripts/prose-check --comments.
set(sample "# nobody in a string")  # found: parted by a space
# of old, found
message("${#} $#")
