"""Random shardings over the axes of a mesh."""
from module import Dim, Sharding


class Shardings:
    """For generators that have `random`, `chance`, `axes` (names and sizes) and `mesh` (the name of one)."""

    def draw_tendencies(self):
        """How the shardings of this module tend to be."""
        self.openness = self.random.choice([0.2, 0.5, 0.9])
        self.priorities = self.random.choice([0, 0, 0.3])
        self.split = self.random.choice([0, 0.1, 0.4])
        self.uneven = self.random.choice([0, 0.1, 1])

    def pieces(self, manual):
        """Axes and parts of axes, disjoint, in an order of chance: (place in the mesh, pre-size, size, text)."""
        found = []
        for place, (name, size) in enumerate(self.axes):
            if name in manual:
                continue
            steps = self.steps(size) if self.chance(self.split) else [size]
            if len(steps) == 1:
                found.append((place, 1, size, f'"{name}"'))
                continue
            pre = 1
            for step in steps:
                if self.chance(0.8):
                    found.append((place, pre, step, f'"{name}":({pre}){step}'))
                pre *= step
        self.random.shuffle(found)
        return found

    def steps(self, size):
        """Factors greater than one whose product is `size`."""
        divisors = [d for d in range(2, size) if size % d == 0]
        if not divisors:
            return [size]
        first = self.random.choice(divisors)
        return [first, *self.steps(size // first)]

    @staticmethod
    def consecutive(first, second):
        return first[0] == second[0] and first[1] * first[2] == second[1]

    def take(self, pieces, most, fits=lambda piece: True):
        """Takes pieces out of the list, none that continues the one before it."""
        taken = []
        for piece in list(pieces):
            if len(taken) < most and fits(piece) and not (taken and self.consecutive(taken[-1], piece)):
                taken.append(piece)
                pieces.remove(piece)
        return taken

    def dim(self, size, pieces, most=None):
        most = self.random.choice([0, 0, 1, 1, 1, 2]) if most is None else most
        parts = 1

        def fits(piece):
            nonlocal parts
            if size % (parts * piece[2]) and not self.chance(self.uneven):
                return False
            parts *= piece[2]
            return True
        axes = [piece[3] for piece in self.take(pieces, most, fits)]
        is_open = self.chance(self.openness)
        priority = self.random.choice([0, 1, 1, 2, 7]) if self.chance(self.priorities) else None
        return Dim(axes, is_open, priority)

    def sorted_axes(self, pieces):
        """A few of the pieces in the order of the mesh."""
        taken = []
        for piece in sorted(self.random.sample(pieces, self.random.randint(1, len(pieces)))):
            if not (taken and self.consecutive(taken[-1], piece)):
                taken.append(piece)
                pieces.remove(piece)
        return [piece[3] for piece in taken]

    def sharding(self, shape, manual=(), mesh=None):
        mesh = mesh or self.mesh()
        if mesh == "@one_device":
            return Sharding(mesh, [])
        pieces = self.pieces(manual)
        result = Sharding(mesh, [self.dim(size, pieces) for size in shape])
        if pieces and self.chance(0.12):
            result.replicated = self.sorted_axes(pieces)
        if pieces and self.chance(0.03):
            result.unreduced = self.sorted_axes(pieces)
        return result
