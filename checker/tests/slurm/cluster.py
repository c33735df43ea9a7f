"""A Slurm of one node with two processors, for tests: its own folder, ports, key and processes.

    alone()                       once, first: goes on in a process namespace of its own, in which
                                  everything ends with this program, however that ends
    with Cluster(folder) as slurm:
        slurm.environment         for programs that submit to it

Both leave with 77, which tells Meson that a test was skipped, and the reason, where this machine has
no Slurm or allows no such thing.
"""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

SKIPPED = 77
PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo"]
TOO_LONG = 60  # seconds
INSIDE = "LAB_TEST_IN_ITS_NAMESPACE"

CONFIGURATION = """\
ClusterName=lab-test
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
KillWait=2
NodeName=localhost NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=lab Nodes=localhost Default=YES MaxTime=INFINITE State=UP
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def program_file(name):
    """Daemons are not on everybody's PATH."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def alone():
    if INSIDE in os.environ:
        return
    missing = [p for p in PROGRAMS if program_file(p) is None]
    if missing:
        skip(f"there is no {', '.join(missing)} (Debian, Ubuntu: slurmctld slurmd slurm-client munge)")
    inside = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if os.geteuid() != 0:
        inside += ["--user", "--map-current-user"]
    if shutil.which("unshare") is None or subprocess.run(
            [*inside, "true"], check=False, stderr=subprocess.DEVNULL).returncode != 0:
        skip("this machine makes no process namespaces, without which a daemon could be left behind")
    os.environ[INSIDE] = "yes"
    os.execvp(inside[0], [*inside, sys.executable, *sys.argv])


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Cluster:
    def __init__(self, folder, cpus=2):
        self.folder = pathlib.Path(folder).resolve()
        self.folder.mkdir(mode=0o700)
        for name in ("state", "spool"):
            (self.folder / name).mkdir(mode=0o700)
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.file = self.folder / "slurm.conf"
        user = subprocess.run(["id", "-un"], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.file.write_text(CONFIGURATION.format(
            ports=free_ports(2), user=user.strip(), folder=self.folder, cpus=cpus))
        self.environment = {**os.environ, "SLURM_CONF": str(self.file)}
        self.daemons = []

    def __enter__(self):
        at = self.folder
        # --force: /tmp is open to all, which is of no concern for a test's key.
        self.start("munged", "--foreground", "--force", f"--key-file={at}/munge.key",
                   f"--socket={at}/munge.socket", f"--pid-file={at}/munged.pid",
                   f"--log-file={at}/munged.log", f"--seed-file={at}/munged.seed")
        self.until(lambda: (at / "munge.socket").exists(), "munged")
        self.start("slurmctld", "-D", "-f", self.file)
        self.start("slurmd", "-D", "-f", self.file, "-N", "localhost")
        self.until(lambda: self.ask("sinfo", "-h", "-o", "%T").strip() == "idle", "Slurm's node")
        return self

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def start(self, name, *arguments):
        with open(self.folder / f"{name}.out", "wb") as log:
            self.daemons.append(subprocess.Popen(
                [program_file(name), *map(str, arguments)], env=self.environment, stdout=log,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL))

    def ask(self, *command):
        return subprocess.run(command, env=self.environment, check=False, text=True, timeout=TOO_LONG,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def until(self, is_so, what):
        end = time.monotonic() + TOO_LONG
        while not is_so():
            if time.monotonic() > end or any(d.poll() is not None for d in self.daemons):
                said = "".join(p.read_text(errors="replace") for p in self.folder.glob("*.out"))
                self.__exit__()
                skip(f"{what} does not come up here:\n{said[-3000:]}")
            time.sleep(0.1)
