"""Sessions in pages: `$ command` in an indented block, and below it what the command prints.

Three dots stand for anything that is printed there.
"""
import re
import subprocess

SESSION = re.compile(r"^    \$ (.*)\n((?:    .*\n|\n+(?=    (?!\$)))*)", re.M)


def pattern(shown):
    return re.compile(".*".join(re.escape(piece) for piece in shown.strip("\n").split("...")), re.S)


def printed(command, folder, environment):
    """What the shell's command prints on both channels, without spaces at the ends of lines."""
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return "\n".join(line.rstrip() for line in done.stdout.strip("\n").split("\n"))


def indented(text):
    return "".join(f"    {line}\n" if line else "\n" for line in text.split("\n"))


def try_page(page, folder, environment, fill=False):
    """Runs the sessions of a page in the folder and returns how many print something else; with `fill` what is printed is
    written into the page, but where it has dots."""
    failed = 0

    def tried(match):
        nonlocal failed
        command, shown = match[1], re.sub(r"(?m)^    ", "", match[2])
        found = printed(command, folder, environment)
        if fill and "..." not in shown:
            return f"    $ {command}\n{indented(found) if found else ''}"
        if not pattern(shown).fullmatch(found):
            failed += 1
            print(f"{page}: $ {command}\nthe page has\n{shown}\nit prints\n{found}\n")
        return match[0]

    text = SESSION.sub(tried, page.read_text())
    if fill:
        page.write_text(text)
    return failed
