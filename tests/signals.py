"""Signals for the programs that tests start."""
import re
import signal
import time
from pathlib import Path


def send(process, number):
    """Sends a signal once the process handles or ignores it: on a busy machine its start takes a while."""
    def is_expected():
        status = Path(f"/proc/{process.pid}/status").read_text()
        return any(int(mask, 16) >> (number - 1) & 1 for mask in re.findall(r"Sig(?:Cgt|Ign):\s*(\w+)", status))

    while process.poll() is None and number != signal.SIGKILL and not is_expected():
        time.sleep(0.01)
    process.send_signal(number)
