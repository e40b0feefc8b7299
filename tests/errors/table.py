"""The program's table of errors, and the lookup of a message in it."""
import dataclasses
import re
import subprocess


@dataclasses.dataclass
class Entry:
    name: str
    message: str
    code: int

    def texts(self):
        """The fixed texts of the message, in their order."""
        return [text for text in re.split(r"\{[^}]*\}", self.message) if text]

    def matches(self, message):
        at = 0
        for text in self.texts():
            at = message.find(text, at)
            if at < 0:
                return False
            at += len(text)
        return True


def read_table(program):
    """Entries by name, from `evodoku help --errors`."""
    page = subprocess.run([program, "help", "--errors"], capture_output=True, text=True, check=True).stdout
    rows = re.finditer(r"^\| `(.*?)` \| .* \| .* \| (\d+) \| ([a-z0-9-]+) \|$", page, re.M)
    return {row[3]: Entry(row[3], row[1].replace("\\|", "|"), int(row[2])) for row in rows}


def best_entries(table, message):
    """The entries that match a message and have most letters in common with it: one, unless two are equally good."""
    found = [(sum(map(len, entry.texts())), entry) for entry in table.values() if entry.matches(message)]
    most = max((letters for letters, _ in found), default=0)
    return [entry for letters, entry in found if letters == most]
