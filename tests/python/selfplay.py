#!/usr/bin/env python3
"""Whole games of ninefold against itself or another engine, on the clock, with a referee that checks every move.

    selfplay.py [--engine PATH] [--variant V ...] [--games 20] [--tc 2+0.02] [--concurrency 1|2] [--seed S]
    selfplay.py --opponent fairymax --opponent-protocol xboard --variant capablanca --games 10 --tc 1+0.05
    selfplay.py --opponent sjaakii --opponent-protocol uci --variant capablanca --games 10 --tc 1+0.05

Opponents on Debian (they are installed to /usr/games): `apt-get install fairymax sjaakii`.

The referee is a second ninefold process (legal moves, check, FEN) and, where it knows the game, pyffish, which must agree.
Repetition, the move counter, bare kings and who has won are worked out here. The clock is cutechess's: the first move has
base + increment, the increment comes after every move, `isready` is asked with the clock stopped, and a move that arrives
after the flag loses. Faults of ninefold (illegal move, time loss, crash, a finished game not recognised, a wrong referee) end
the run with 1 and a reproduction; faults of an opponent are only reported.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import random
import re
import shlex
import sys
import time
from dataclasses import dataclass, field

import games
from games import START, Peer, haynie_array, is_capture, parse_board, split_move
from uci import DEFAULT_ENGINE, NO_MOVE, EngineError, Process, Search, UciEngine, View, position_command

VARIANTS = ["chess99", "haynie", "snappy", "ninesquare", "chess"]
LONGEST = 1200
PAWNS = collections.defaultdict(lambda: "Pp", {"chess99": "PpBb", "chess99-everymove": "PpBb"})


class Fault(Exception):
    """A player has broken a rule. `kind` names it in the table."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass
class Clock:
    """One side's time in seconds."""

    left: float
    increment: float
    least: float
    slowest: float = 0.0

    def spend(self, seconds: float) -> bool:
        """Takes a move's time off; false if the flag has fallen."""
        self.left -= seconds
        self.least = min(self.least, self.left)
        self.slowest = max(self.slowest, seconds)
        if self.left < 0:
            return False
        self.left += self.increment
        return True


@dataclass(frozen=True)
class End:
    """How a game ended; the winner is 0 for White, 1 for Black or nobody."""

    kind: str
    winner: int | None = None


@dataclass
class Record:
    """One played game."""

    variant: str
    number: int
    ninefold: tuple[int, ...]
    end: End = End("unfinished")
    plies: int = 0
    slowest: float = 0.0
    overtime: float = 0.0
    mates: int = 0
    announced: int = 0
    faults: list[str] = field(default_factory=list)
    opponent_faults: list[str] = field(default_factory=list)


# --- players -------------------------------------------------------------------------------------------------------------


class UciPlayer:
    """A player over UCI."""

    def __init__(self, command: str, variant: str) -> None:
        self.engine = UciEngine(command)
        if variant != "chess":  # as cutechess: nothing is sent for chess
            self.engine.set_options({"UCI_Variant": variant})

    def new_game(self, variant: str) -> None:
        """Before every game."""
        self.engine.send("ucinewgame")
        self.engine.ready()

    def move(self, start: str, moves: list[str], clocks: list[Clock]) -> Search:
        """Thinks. A move that comes too late is still returned, with its time."""
        side = len(moves) % 2
        self.engine.position(start, moves)
        self.engine.ready()
        white, black = (max(1, int(c.left * 1000)) for c in clocks)
        inc = int(clocks[side].increment * 1000)
        begin = time.monotonic()
        self.engine.send(f"go wtime {white} btime {black} winc {inc} binc {inc}")
        try:
            return self.engine.wait_bestmove(begin, clocks[side].left + 0.2)
        except EngineError:
            if self.engine.child.poll() is not None:
                raise
            self.engine.send("stop")
            return self.engine.wait_bestmove(begin, 10)

    def result(self, text: str) -> None:
        """After every game."""

    def close(self) -> None:
        """Ends the engine."""
        self.engine.quit(5)


class XboardPlayer:
    """A player over XBoard's protocol, kept in force mode between its moves. Boards of 10 ranks, which that protocol
    counts from 0, and starts other than the game's own are not supported."""

    def __init__(self, command: str, variant: str) -> None:
        self.engine = Process(command)
        self.engine.send("xboard", "protover 2")
        text = " ".join(self.engine.wait_for("feature done=1", 10))
        self.prefix = "usermove " if "usermove=1" in text else ""
        names = re.search(r'variants="([^"]*)"', text)
        name = "normal" if variant == "chess" else variant
        if names and name not in names[1].split(","):
            raise EngineError(f"`{command}` does not play {variant}")
        if len(START[variant].split("/")) == 10:
            raise EngineError("boards of 10 ranks are not supported over XBoard's protocol")
        self.pings = 0
        self.known = 0

    def _ping(self) -> None:
        self.pings += 1
        self.engine.send(f"ping {self.pings}")
        for line in self.engine.wait_for(f"pong {self.pings}"):
            if line.startswith("Illegal"):
                raise Fault("complaint", f"opponent says {line!r}")

    def new_game(self, variant: str) -> None:
        """Before every game."""
        self.engine.send("new", *([] if variant == "chess" else [f"variant {variant}"]), "easy", "nopost", "force")
        self.known = 0
        self._ping()

    def move(self, start: str, moves: list[str], clocks: list[Clock]) -> Search:
        """Thinks."""
        side = len(moves) % 2
        own, other = clocks[side], clocks[1 - side]
        if self.known == 0:
            minutes, seconds = divmod(max(1, int(own.left - own.increment)), 60)
            self.engine.send(f"level 0 {minutes}:{seconds:02} {own.increment:g}")
        self.engine.send(*(self.prefix + m for m in moves[self.known:]))
        self._ping()
        begin = time.monotonic()
        self.engine.send(f"time {int(own.left * 100)}", f"otim {int(other.left * 100)}", "go")
        wanted = ("move ", "resign", "1-0", "0-1", "1/2-1/2", "Illegal")
        when, line = self.engine.wait_until(lambda text: text.strip().startswith(wanted), "move", own.left + 10)[-1]
        self.engine.send("force")
        self.known = len(moves) + 1
        line = line.strip()
        if not line.startswith("move "):
            raise Fault("resign" if line.startswith("resign") else "claim", f"opponent says {line!r}")
        return Search(line.split()[1], when - begin)

    def result(self, text: str) -> None:
        """After every game."""
        self.engine.send("force", f"result {text} {{end}}")

    def close(self) -> None:
        """Ends the engine."""
        self.engine.quit(5)


# --- the referee ---------------------------------------------------------------------------------------------------------


class Referee:
    """Watches one game: legal moves, what the FEN says, and the end."""

    def __init__(self, command: str, variant: str) -> None:
        self.variant = variant
        self.engine = UciEngine(command)
        if variant != "chess":
            self.engine.set_options({"UCI_Variant": variant})
        self.peer = Peer(variant) if variant in Peer.NAMES and games.pyffish else None

    def start(self, fen: str) -> View:
        """Begins a game."""
        self.moves: list[str] = []
        self.fen = fen
        self.quiet = 0
        self.seen: collections.Counter[str] = collections.Counter()
        return self._look()

    def play(self, move: str) -> View:
        """Plays a legal move."""
        men = parse_board(self.view.fen)
        self.moves.append(move)
        pawn = men[split_move(move)[0]] in PAWNS[self.variant]
        self.quiet = 0 if pawn or is_capture(men, move) else self.quiet + 1
        return self._look()

    def _look(self) -> View:
        self.view = self.engine.look(self.fen, self.moves)
        fields = self.view.fen.split()
        plies = len(self.moves)
        wanted = ["wb"[plies % 2], str(self.quiet), str(1 + plies // 2)]
        if fields[1:2] + fields[4:6] != wanted:
            raise Fault("referee", f"FEN {self.view.fen!r}: side and counters should be {' '.join(wanted)}")
        if self.peer:
            legal = self.peer.legal(self.fen, self.moves)
            if legal != self.view.legal:
                raise Fault("referee", f"pyffish disagrees about {' '.join(sorted(legal ^ self.view.legal))}")
        # The same position: men, side, rights, en-passant square, counters.
        self.seen[" ".join(fields[:4] + fields[6:])] += 1
        return self.view

    def end(self) -> End | None:
        """The end of the game, if this is one."""
        view, side = self.view, len(self.moves) % 2
        men = parse_board(view.fen).values()
        bare = [all(m in "Kk" for m in men if m.isupper() == (colour == 0)) for colour in (0, 1)]
        if self.variant == "snappy":
            if bare[1 - side] and view.legal:
                raise Fault("referee", f"legal moves although the game is over: {view.fen}")
            if all(bare):
                return End("both bare")
            if bare[1 - side] or (bare[side] and not view.legal and not view.in_check):
                return End("bare king", side if bare[1 - side] else 1 - side)
            if bare[side] and len(view.legal) > 1:
                raise Fault("referee", f"more than one move for a bare king: {view.fen}")
        if not view.legal:
            if view.in_check:
                return End("checkmate", 1 - side)
            return End("stalemate", 1 - side if self.variant == "snappy" else None)
        if self.quiet >= 100:
            return End("50 moves")
        if max(self.seen.values()) >= 3:
            return End("repetition")
        if all(bare):
            return End("kings only")
        if len(self.moves) >= LONGEST:
            return End("too long")
        return None


def confirm_end(player: UciPlayer, referee: Referee, end: End) -> None:
    """The engine itself must see the end: no move and the right score where there is none, else any legal move."""
    player.engine.position(referee.fen, referee.moves)
    found = player.engine.go("depth 2", 10)
    if referee.view.legal:
        if found.bestmove not in referee.view.legal:
            raise Fault("end", f"bestmove {found.bestmove} is not legal ({end.kind})")
        return
    if found.bestmove not in NO_MOVE:
        raise Fault("end", f"bestmove {found.bestmove} in a finished game ({end.kind})")
    side = len(referee.moves) % 2
    wanted = "cp 0" if end.winner is None else "mate 0" if end.winner != side else None
    if wanted and found.score != wanted:
        raise Fault("end", f"score `{found.score}` in a finished game ({end.kind}), wanted `{wanted}`")


# --- games ---------------------------------------------------------------------------------------------------------------


def opening(referee: Referee, start: str, rng: random.Random) -> list[str]:
    """A few random plies that do not end the game."""
    while True:
        view = referee.start(start)
        for _ in range(rng.randrange(4, 9)):
            view = referee.play(rng.choice(sorted(view.legal)))
            if referee.end():
                break
        else:
            return list(referee.moves)


def complete(move: str, view: View) -> str:
    """The move as the referee writes it: some opponents leave out the queen's letter, write capitals, or `O-O`."""
    if move in ("O-O", "O-O-O"):
        # Castling is a move of two files or more by the king; `O-O` goes towards the last file in the games played here.
        king = "K" if view.fen.split()[1] == "w" else "k"
        at = next(square for square, man in parse_board(view.fen).items() if man == king)
        steps = {m: ord(split_move(m)[1][0]) - ord(at[0]) for m in view.legal if split_move(m)[0] == at}
        castlings = (m for m, files in steps.items() if (files >= 2 if move == "O-O" else files <= -2))
        return next(castlings, move)
    return next((m for m in (move, move.lower(), move + "q") if m in view.legal), move)


def play_game(players: list, referee: Referee, start: str, first: list[str], clocks: list[Clock], record: Record) -> None:
    """Plays one game; what happens goes into the record."""
    referee.start(start)
    for move in first:
        referee.play(move)
    for player in {id(p): p for p in players}.values():
        player.new_game(referee.variant)
    while not (end := referee.end()):
        side = len(referee.moves) % 2
        ours = side in record.ninefold
        try:
            search = players[side].move(start, referee.moves, clocks)
            in_time = clocks[side].spend(search.seconds)
            move = search.bestmove if ours else complete(search.bestmove, referee.view)
            if move not in referee.view.legal:
                raise Fault("illegal move", f"{search.bestmove} is not legal")
            if not in_time:
                raise Fault("time loss", f"{search.seconds:.3f} s for a move, {-clocks[side].left * 1000:.0f} ms too late")
        except (Fault, EngineError) as error:
            kind = error.kind if isinstance(error, Fault) else "crash"
            record.end = End(kind, None if kind in ("claim", "complaint") else 1 - side)
            if kind != "resign":
                (record.faults if ours else record.opponent_faults).append(
                    f"{kind}: {error}\n  {'White' if side == 0 else 'Black'} to move, {players[side].engine.command}\n"
                    f"  {position_command(start, referee.moves)}\n  fen {referee.view.fen}")
            return
        referee.play(move)
        if ours and not referee.view.legal and referee.view.in_check:
            record.mates += 1
            record.announced += search.score == "mate 1"
    record.end = end
    text = {0: "1-0", 1: "0-1", None: "1/2-1/2"}[end.winner]
    for side, player in enumerate(players):
        if side in record.ninefold:
            confirm_end(player, referee, end)
        player.result(text)


def play_chunk(options: argparse.Namespace, variant: str, numbers: list[int]) -> list[Record]:
    """Plays the games with these numbers one after the other. The engines live on from game to game, unless one fails."""
    base, increment = options.tc
    records: list[Record] = []
    team: list = []
    for number in numbers:
        pair = number // 2 if options.opponent else number
        rng = random.Random(f"{options.seed} {variant} {pair}")
        start = haynie_array(pair) if variant == "haynie" and not options.opponent else START[variant]
        ninefold = (number % 2,) if options.opponent else (0, 1)
        record = Record(variant, number, ninefold)
        clocks = [Clock(base + increment, increment, base + increment) for _ in range(2)]
        referee = None
        try:
            if not team:
                other = XboardPlayer if options.opponent_protocol == "xboard" else UciPlayer
                team = [UciPlayer(options.engine, variant), Referee(options.engine, variant)]
                team.append(other(options.opponent, variant) if options.opponent else UciPlayer(options.engine, variant))
            own, referee, rival = team
            players = [own, rival] if ninefold[0] == 0 else [rival, own]
            play_game(players, referee, start, opening(referee, start, rng), clocks, record)
        except (Fault, EngineError) as error:
            kind = getattr(error, "kind", "crash")
            record.end = End(kind)
            where = position_command(referee.fen, referee.moves) if referee and hasattr(referee, "fen") else "at the start"
            (record.opponent_faults if kind == "complaint" else record.faults).append(f"{kind}: {error}\n  {where}")
        record.plies = len(referee.moves) if referee and hasattr(referee, "fen") else 0
        record.slowest = max(clocks[side].slowest for side in ninefold)
        record.overtime = max(0.0, *(-clocks[side].least for side in ninefold))
        records.append(record)
        announce(record, min(clocks[side].least for side in ninefold), options)
        if record.faults or record.opponent_faults:
            disband(team)
    for player in (team[0], team[2]) if team else ():
        try:
            player.close()
        except EngineError as error:
            ours = player is team[0] or not options.opponent
            (records[-1].faults if ours else records[-1].opponent_faults).append(f"quit: {error}")
    disband(team)
    return records


def disband(team: list) -> None:
    """Kills all engines of a team."""
    for member in team:
        member.engine.close()
    team.clear()


def announce(record: Record, least: float, options: argparse.Namespace) -> None:
    """One line for a game, more for its faults."""
    result = {0: "1-0", 1: "0-1", None: "1/2"}[record.end.winner]
    who = {(0, 1): "", (0,): " (ninefold is White)", (1,): " (ninefold is Black)"}[record.ninefold]
    head = f"{record.variant} game {record.number + 1}{who}: {result} {record.end.kind}, {record.plies} plies"
    lines = [f"{head}, slowest move {record.slowest:.2f} s, least time left {least:.2f} s"]
    lines += [f"  FAULT {text}" for text in record.faults]
    lines += [f"  opponent's fault (not counted) {text}" for text in record.opponent_faults]
    if record.faults:
        lines.append(f"  seed {options.seed}")
    print("\n".join(lines), flush=True)


def summary(variant: str, records: list[Record], opponent: str | None) -> str:
    """One line for a variant."""
    if opponent:
        score = collections.Counter(
            "draw" if r.end.winner is None else "win" if r.end.winner in r.ninefold else "loss" for r in records)
        names = ("win", "draw", "loss")
    else:
        score = collections.Counter({0: "white", 1: "black", None: "draw"}[r.end.winner] for r in records)
        names = ("white", "draw", "black")
    ends = collections.Counter(r.end.kind for r in records)
    return (
        f"{variant}: {len(records)} games, {', '.join(f'{score[n]} {n}' for n in names)}; "
        f"{', '.join(f'{count} {kind}' for kind, count in ends.most_common())}; "
        f"{sum(r.plies for r in records) / len(records):.0f} plies on average, "
        f"mates announced {sum(r.announced for r in records)} of {sum(r.mates for r in records)}, "
        f"slowest move {max(r.slowest for r in records):.2f} s, overtime {max(r.overtime for r in records) * 1000:.0f} ms, "
        f"faults {sum(len(r.faults) for r in records)}"
        + (f", opponent's {sum(len(r.opponent_faults) for r in records)}" if opponent else "")
    )


def time_control(text: str) -> tuple[float, float]:
    """`2+0.02` as seconds."""
    base, _, increment = text.partition("+")
    return float(base), float(increment or 0)


def main() -> int:
    """Plays the matches and prints the summary."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default=DEFAULT_ENGINE, help="command that starts ninefold")
    parser.add_argument("--variant", nargs="+", choices=START, help=f"default {' '.join(VARIANTS)}; capablanca with an opponent")
    parser.add_argument("--games", type=int, default=20, help="games in each variant")
    parser.add_argument("--tc", type=time_control, default="2+0.02", help="seconds for the game + increment")
    parser.add_argument("--opponent", help="command of another engine")
    parser.add_argument("--opponent-protocol", choices=("uci", "xboard"), default="uci")
    parser.add_argument("--concurrency", type=int, choices=(1, 2), default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    variants = options.variant or (["capablanca"] if options.opponent else VARIANTS)
    if games.pyffish is None:
        print("pyffish is not installed: the referee is ninefold alone")
    begin = time.monotonic()
    with concurrent.futures.ProcessPoolExecutor(options.concurrency) as pool:
        jobs = {
            variant: [pool.submit(play_chunk, options, variant, numbers)
                      for part in range(options.concurrency)
                      if (numbers := [n for n in range(options.games) if n // 2 % options.concurrency == part])]
            for variant in variants
        }
        records = {variant: [r for job in parts for r in job.result()] for variant, parts in jobs.items()}
    print()
    for variant, played in records.items():
        print(summary(variant, played, options.opponent))
    faults = sum(len(r.faults) for played in records.values() for r in played)
    strange = sum(len(r.opponent_faults) for played in records.values() for r in played)
    if strange:
        print(f"note: {strange} games were ended by a fault of `{shlex.split(options.opponent)[0]}`, which is not counted")
    print(f"{'FAILED: ' if faults else ''}{faults} faults, {time.monotonic() - begin:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
