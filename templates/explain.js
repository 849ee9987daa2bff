'use strict';
// The history of the value whose link was followed: the address of the page is #vID.
const data = JSON.parse(document.getElementById('data').textContent);
const values = new Map(data.values.map(value => [value.id, value]));
const meshes = new Map(data.meshes.map(mesh => [mesh.name, mesh]));
const axisNames = [...new Set(data.meshes.flatMap(mesh => mesh.axes.map(axis => axis.name)))];
const program = document.getElementById('program');
const panel = document.getElementById('panel');
const COLOURS = 8, STEPS_FIRST = 6, STEPS_LAST = 20, CELLS = 8, SLICES = 4, DEVICES = 4;

// An element: make('li', {class: 'faint'}, 'text', element, ...). Text is never markup.
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}

const colour = axis => 'c' + axisNames.indexOf(axis) % COLOURS;
const axisText = axis => axis.size ? `${axis.axis}:(${axis.pre_size})${axis.size}` : axis.axis;

function chip(value) {
  const boxes = value.dims.map(dim => dim.axes.length
    ? dim.axes.map((axis, i) => make('b', {class: colour(axis.axis) + (i ? ' more' : '')}, axisText(axis)))
    : [make('b', {}, '\u00b7')]);
  for (const text of value.unreduced) {
    const [, name, part] = text.match(/^"(.*)"(.*)$/);
    boxes.push([make('b', {class: colour(name) + ' sum'}, name + part)]);
  }
  return make('s', {}, ...boxes.flat());
}

function link(id) {
  const value = values.get(id);
  return make('a', {href: '#v' + id}, value.label);
}

// Sentences that keep a line's number with its word.
const words = text => text.replaceAll('(line ', '(line\u00a0');

// --- where an axis came from ---------------------------------------------------------------------

const overlap = (a, b) => a.axis === b.axis &&
  (!a.size || !b.size || (a.pre_size < b.pre_size * b.size && b.pre_size < a.pre_size * a.size));

// The steps from the origin to this dimension, the last one first.
function way(value, dim, axis) {
  const steps = [], seen = new Set();
  while (value && value.dims[dim]) {
    const found = value.dims[dim].axes.find(other => overlap(other, axis));
    const key = value.id + ' ' + dim;
    if (!found || seen.has(key)) break;
    seen.add(key);
    steps.push({value, dim, axis: found});
    if (found.from === undefined) break;
    [value, dim, axis] = [values.get(found.from), found.from_dim, found];
  }
  return steps;
}

// The list itself says where each step comes from.
function stepItem(step) {
  const from = values.get(step.axis.from);
  const source = from ? `from dimension ${step.axis.from_dim} of ${from.label} ` : '';
  const text = step.axis.text.startsWith(source) ? step.axis.text.slice(source.length) : step.axis.text;
  return make('li', {}, link(step.value.id), ` dimension ${step.dim}: ${words(text)}`);
}

function wayList(steps) {
  const list = make('ol', {});
  const items = steps.map(stepItem).reverse();
  const hidden = items.length - STEPS_FIRST - STEPS_LAST;
  if (hidden <= 1) {
    list.append(...items);
    return list;
  }
  const more = make('button', {type: 'button'}, `${hidden} more steps`);
  const gap = make('li', {}, more);
  more.onclick = () => gap.replaceWith(...items.slice(STEPS_FIRST, STEPS_FIRST + hidden));
  list.append(...items.slice(0, STEPS_FIRST), gap, ...items.slice(STEPS_FIRST + hidden));
  return list;
}

// --- which device holds what ---------------------------------------------------------------------

// The axes of a mesh as digits, cut wherever this sharding cuts them: major to minor.
function digits(mesh, refs) {
  return mesh.axes.flatMap(axis => {
    const cuts = new Set([1, axis.size]);
    for (const ref of refs) {
      if (ref.axis === axis.name && ref.size) cuts.add(ref.pre_size).add(ref.pre_size * ref.size);
    }
    const sorted = [...cuts].sort((a, b) => a - b);
    return sorted.slice(1).map((end, i) => ({axis: axis.name, pre: sorted[i], size: end / sorted[i], value: null}));
  });
}

const covers = (ref, digit) => ref.axis === digit.axis &&
  (!ref.size || (digit.pre >= ref.pre_size && digit.pre < ref.pre_size * ref.size));

// The devices that hold a shard: the first few, the last, and how many there are.
function holders(value, mesh, shard) {
  const refs = value.dims.flatMap(dim => dim.axes);
  const all = digits(mesh, refs);
  for (const digit of all) {
    if ((value.manual || []).includes(digit.axis)) digit.value = 0;
  }
  value.dims.forEach((dim, d) => {
    let index = shard[d];
    for (const ref of [...dim.axes].reverse()) {
      for (const digit of all.filter(digit => covers(ref, digit)).reverse()) {
        digit.value = index % digit.size;
        index = Math.floor(index / digit.size);
      }
    }
  });
  const free = all.filter(digit => digit.value === null);
  const count = free.reduce((product, digit) => product * digit.size, 1);
  const device = index => {
    for (const digit of [...free].reverse()) {
      digit.value = index % digit.size;
      index = Math.floor(index / digit.size);
    }
    const place = all.reduce((number, digit) => number * digit.size + digit.value, 0);
    return mesh.device_ids ? mesh.device_ids[place] : place;
  };
  return {first: Array.from({length: Math.min(count, DEVICES)}, (_, i) => device(i)), last: device(count - 1), count};
}

// Indices of at most CELLS shards; null stands for those left out.
const shown = count => count <= CELLS ? [...Array(count).keys()]
  : [...Array(CELLS - 2).keys(), null, count - 1];

const shardCount = (mesh, dim) => dim.axes.reduce((product, ref) =>
  product * (ref.size || mesh.axes.find(axis => axis.name === ref.axis).size), 1);

function range(dim, index) {
  const from = index * dim.local, to = Math.min(dim.size, from + dim.local) - 1;
  return to < from ? 'padding' : from === to ? `${from}` : `${from}\u2013${to}`;
}

function svg(name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  return element;
}

const CHARACTER = 6.7, HEIGHT = 30, TOP = 24, NARROWEST = 60;
const widthOf = texts => Math.max(NARROWEST, 16 + CHARACTER * Math.max(...texts.map(text => text.length)));

// `0 1 4 5`, `0\u201331`, `0 32 +30`.
function holderText({first, count, last}) {
  const all = first.join(' ');
  if (count <= DEVICES && all.length <= 11) return all;
  if (last - first[0] === count - 1) return `${first[0]}\u2013${last}`;
  return count <= DEVICES ? all : `${first.slice(0, 2).join(' ')} +${count - 2}`;
}

// One grid: rows are the shards of a dimension, columns those of another.
function grid(value, mesh, row, column, fixed) {
  const dim = d => d === undefined ? {size: 1, local: 1, axes: []} : value.dims[d];
  const rows = shown(shardCount(mesh, dim(row))), columns = shown(shardCount(mesh, dim(column)));
  const label = (d, index) => index === null ? '\u2026' : d === undefined ? '' : range(dim(d), index);
  const shardOf = (i, j) => value.dims.map((_, d) => d === row ? i : d === column ? j : fixed[d] || 0);
  const cells = rows.map(i => columns.map(j => i === null || j === null ? '\u2026' : holderText(holders(value, mesh, shardOf(i, j)))));
  const left = widthOf(rows.map(index => label(row, index))) + 3;
  const wide = widthOf([...cells.flat(), ...columns.map(index => label(column, index))]);
  const drawing = svg('svg', {width: left + columns.length * wide + 2, height: TOP + rows.length * HEIGHT + 2, role: 'img'});
  const header = (d, index, x, y, w, h) => {
    if (dim(d).axes.length) drawing.append(svg('rect', {x, y, width: w, height: h, class: 'band ' + colour(dim(d).axes[0].axis)}));
    drawing.append(svg('text', {x: x + w / 2, y: y + h / 2}, label(d, index)));
  };
  columns.forEach((index, c) => header(column, index, left + c * wide + 2, 0, wide - 4, TOP - 3));
  rows.forEach((index, r) => header(row, index, 0, TOP + r * HEIGHT + 2, left - 3, HEIGHT - 4));
  rows.forEach((_, r) => columns.forEach((_, c) => {
    const x = left + c * wide, y = TOP + r * HEIGHT;
    drawing.append(svg('rect', {x, y, width: wide, height: HEIGHT}), svg('text', {x: x + wide / 2, y: y + HEIGHT / 2}, cells[r][c]));
  }));
  const spoken = rows.flatMap((i, r) => columns.map((j, c) => i === null || j === null ? '' : `shard ${shardOf(i, j).join(', ')}: device ${cells[r][c]}`));
  drawing.prepend(svg('title', {}, 'Which devices hold which part. ' + spoken.filter(text => text).join('; ')));
  return drawing;
}

function dimLabel(value, d) {
  const axes = value.dims[d].axes.map(axisText).join(', ');
  return `dimension ${d}${axes ? ' along ' + axes : ''}`;
}

function figure(value) {
  const mesh = meshes.get(value.mesh);
  if (!mesh || !mesh.axes.length || !value.dims.length) return '';
  const all = value.dims.map((_, d) => d);
  const sharded = all.filter(d => value.dims[d].axes.length);
  const drawn = [...sharded, ...all.filter(d => !sharded.includes(d))].slice(0, 2).sort((a, b) => a - b);
  const [row, column] = drawn;
  const others = sharded.filter(d => !drawn.includes(d));
  const total = others.reduce((product, d) => product * shardCount(mesh, value.dims[d]), 1);
  const result = make('figure', {});
  for (let i = 0; i < Math.min(total, SLICES); i++) {
    const fixed = {};
    let rest = i;
    for (const d of [...others].reverse()) {
      fixed[d] = rest % shardCount(mesh, value.dims[d]);
      rest = Math.floor(rest / shardCount(mesh, value.dims[d]));
    }
    if (others.length) {
      result.append(make('div', {}, others.map(d => `${dimLabel(value, d)}: ${range(value.dims[d], fixed[d])}`).join('; ')));
    }
    result.append(grid(value, mesh, row, column, fixed));
  }
  const notes = [`Rows: ${dimLabel(value, row)}.`];
  if (column !== undefined) notes.push(`Columns: ${dimLabel(value, column)}.`);
  if (total > SLICES) notes.push(`${total - SLICES} further slices are not drawn.`);
  if (all.length > 2 && !others.length) notes.push('The other dimensions are whole on each device.');
  if (value.unreduced.length) notes.push(`Along ${value.unreduced.join(', ')} devices hold partial results.`);
  if (value.manual) notes.push(`Inside a manual computation along ${value.manual.join(', ')}: drawn are the devices at its first place; those at others hold values of their own.`);
  result.append(make('figcaption', {}, 'A cell is a part of the tensor, with the numbers of the devices that hold it. ' + notes.join(' ')));
  return result;
}

// --- what relations find -------------------------------------------------------------------------

function heldParts(held) {
  if (!held.dimensions) return ['nothing is known of it'];
  const along = axes => axes.join(', ');
  const parts = held.dimensions.flatMap((dim, d) => dim.axes.length
    ? [`dimension ${d} cut along ${along(dim.axes)}` + (dim.halo ? `, with ${dim.halo} of the next part` : '')] : []);
  if (held.partial.length) parts.push(`shares of a sum, product or maximum along ${along(held.partial)}`);
  if (held.other.length) parts.push(`other values along ${along(held.other)}`);
  if (held.replicated.length) parts.push(`the same along ${along(held.replicated)}`);
  if (held.outside !== undefined) parts.push(`${held.outside} outside of the whole`);
  if (held.padding === 'unknown') parts.push('anything behind the end');
  return parts;
}

function holdings(value) {
  if (!value.holds) return [];
  return section('What a device holds', make('ol', {class: 'holds'}, ...value.holds.map(held =>
    make('li', {}, make('code', {}, held.operation), `, ${held.type}: ${heldParts(held).join('; ')}`,
      make('div', {}, make('code', {}, held.is))))));
}

// --- the panel -----------------------------------------------------------------------------------

function stopList(stops) {
  return make('ul', {class: 'stops'}, ...stops.map(stop => make('li', {}, words(stop.text) + '.')));
}

function section(title, ...children) {
  return [make('h3', {}, title), ...children];
}

// Dimensions that nothing came to share one line at the end.
function dimensions(value, carrier) {
  const stopsOf = d => carrier.stops.filter(stop => stop.dim === d);
  const quiet = value.dims.map((_, d) => d).filter(d => !value.dims[d].axes.length && !value.dims[d].lost && !stopsOf(d).length);
  const told = value.dims.map((_, d) => d).filter(d => !quiet.includes(d));
  const parts = told.flatMap(d => dimension(value, stopsOf(d), d));
  if (!quiet.length) return parts;
  const names = quiet.map(d => `${d} (${value.dims[d].size})`).join(', ');
  return [...parts, ...section(`Dimension${quiet.length > 1 ? 's' : ''} ${names}: not sharded`, make('div', {class: 'faint'}, 'Nothing came.'))];
}

function dimension(value, stops, d) {
  const dim = value.dims[d];
  const parts = section(`Dimension ${d} (${dim.size})` + (dim.axes.length ? '' : ': not sharded'));
  for (const axis of dim.axes) {
    parts.push(make('div', {}, 'along ', make('b', {class: colour(axis.axis)}, axisText(axis)), ':'), wayList(way(value, d, axis)));
  }
  if (dim.lost) parts.push(make('p', {}, dim.lost[0].toUpperCase() + dim.lost.slice(1) + '.'));
  if (stops.length) parts.push(make('div', {}, 'What stopped:'), stopList(stops));
  return parts;
}

function company(value) {
  const parts = [];
  if (value.carrier !== undefined) {
    parts.push(make('p', {}, 'It has one sharding with ', link(value.carrier), ', with which it flows.'));
  }
  if (value.group !== undefined) {
    const others = data.values.filter(other => other.group === value.group && other !== value && !other.gone);
    parts.push(make('p', {}, `It has one sharding with the others of its sharding group: `,
      ...others.flatMap((other, i) => [i ? ', ' : '', link(other.id)])));
  }
  const copies = data.values.filter(other => other.name === value.name && other.function === value.function &&
    other.line === value.line && other.column === value.column && other !== value && !other.gone);
  if (copies.length) {
    parts.push(make('p', {}, 'sdyc made copies of it: ', ...copies.flatMap((other, i) => [i ? ', ' : '', link(other.id), chip(other)])));
  }
  return parts;
}

function describe(value) {
  const carrier = values.get(value.carrier) || value;
  const local = value.dims.map(dim => dim.local).join('\u00d7');
  const place = value.kind === 'argument' ? `argument ${value.index} of @${value.function}`
    : value.kind === 'function_result' ? `result ${value.index} of @${value.function}` : value.operation;
  const ends = carrier.stops.filter(stop => stop.dim === undefined);
  return [
    make('h2', {tabindex: '-1'}, value.label),
    make('div', {}, make('code', {}, value.type), ' ', chip(value)),
    make('div', {class: 'faint'}, `${place}, line ${value.line}` + (local ? `; each device holds ${local}` : '') +
      (value.replicated.length ? `; replicated along ${value.replicated.join(', ')}` : '') +
      (value.manual ? `; inside a manual computation along ${value.manual.join(', ')}` : '') +
      (value.unreduced.length ? `; unreduced along ${value.unreduced.join(', ')}` : '') +
      (value.gone ? `; ${value.gone}` : '')),
    ...company(value),
    figure(value),
    ...holdings(value),
    ...dimensions(value, carrier),
    ...(ends.length ? section('What does not come here', stopList(ends)) : []),
    ...(carrier.events.length ? section('History', make('ol', {}, ...carrier.events.map(event =>
      make('li', {}, make('code', {}, event.after), make('div', {}, words(event.text)))))) : []),
  ];
}

// --- choosing ------------------------------------------------------------------------------------

function mark(value) {
  for (const element of program.querySelectorAll('.chosen, .way')) element.classList.remove('chosen', 'way');
  for (const element of program.querySelectorAll(`#v${value.id}, [data-v="${value.id}"]`)) element.classList.add('chosen');
  const ids = new Set(value.dims.flatMap((dim, d) => dim.axes.flatMap(axis => way(value, d, axis).map(step => step.value.id))));
  ids.delete(value.id);
  for (const id of ids) document.getElementById('v' + id)?.classList.add('way');
}

function choose() {
  const value = values.get(Number(location.hash.slice(2)));
  if (!value || location.hash[1] !== 'v') return;
  panel.replaceChildren(...describe(value));
  panel.scrollTop = 0;
  mark(value);
  document.getElementById('v' + value.id)?.scrollIntoView({block: 'nearest', inline: 'nearest'});
}

function move(down) {
  const all = [...program.querySelectorAll('a[id]')];
  const now = all.findIndex(element => element === document.activeElement || '#' + element.id === location.hash);
  const next = all[Math.max(0, Math.min(all.length - 1, now + (down ? 1 : -1)))];
  if (next) {
    location.hash = next.id;
    next.focus({preventScroll: true});
  }
}

program.addEventListener('click', event => {
  const use = event.target.closest('[data-v]');
  if (use) location.hash = 'v' + use.dataset.v;
});
program.addEventListener('mouseover', event => {
  const element = event.target.closest('[data-v], a[id]');
  const value = element && values.get(Number(element.dataset.v || element.id.slice(1)));
  if (value) element.title = `${value.label}: ${value.type} ${value.sharding}`;
});
document.addEventListener('keydown', event => {
  const down = event.key === 'ArrowDown' || event.key === 'j', up = event.key === 'ArrowUp' || event.key === 'k';
  if ((down || up) && !panel.contains(document.activeElement) && document.activeElement.tagName !== 'INPUT' &&
      !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    move(down);
  }
});
// As --value takes names; again for the next value that is called so.
function find(text) {
  const isCalled = value => !value.gone && (value.label === text || [value.name, `@${value.function}:${value.name}`].some(
    name => name === text || name === '%' + text) || (value.kind === 'argument' && `@${value.function}:arg${value.index}` === text));
  const matches = data.values.filter(isCalled);
  return matches.find(value => value.id > Number(location.hash.slice(2))) || matches[0];
}

const field = document.getElementById('find');
field.addEventListener('input', () => field.setCustomValidity(''));
document.querySelector('form').addEventListener('submit', event => {
  event.preventDefault();
  const text = field.value.trim();
  const value = find(text);
  if (value) location.hash = 'v' + value.id;
  else field.setCustomValidity(`No value is called ${text}.`);
  field.reportValidity();
});
addEventListener('hashchange', choose);
choose();
