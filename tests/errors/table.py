"""Looks a message of the program up in the table of messages.py."""
import dataclasses
import re

from messages import MESSAGES


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


TABLE = {name: Entry(name, message, code) for name, (code, message) in MESSAGES.items()}


def best_entries(table, message):
    """The entries that match a message and have most letters in common with it: one, unless two are equally good."""
    found = [(sum(map(len, entry.texts())), entry) for entry in table.values() if entry.matches(message)]
    most = max((letters for letters, _ in found), default=0)
    return [entry for letters, entry in found if letters == most]
