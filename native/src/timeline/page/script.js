"use strict";
(() => {
  const facts = JSON.parse(document.getElementById("facts").textContent);
  const raw = JSON.parse(document.getElementById("waits").textContent);
  document.getElementById("waits").remove();

  // Times are nanoseconds as doubles: exact for 104 days, then to the nearest that a double can hold.
  const count = raw.lane.length;
  const from = new Float64Array(count), to = new Float64Array(count);
  for (let i = 0, at = 0; i < count; i++) {
    at += raw.from[i];
    from[i] = at;
    to[i] = at + raw.length[i];
  }
  const kind = Uint8Array.from(raw.kind), by = Int32Array.from(raw.by), laneOf = Int32Array.from(raw.lane);

  // Each lane's waits, in order; a thread waits once at a time, so they do not overlap.
  const lanes = facts.threads.map(([name, born, gone]) => ({ name, born, gone, waits: null, size: 0 }));
  for (let i = 0; i < count; i++) lanes[laneOf[i]].size++;
  for (const lane of lanes) { lane.waits = new Int32Array(lane.size); lane.size = 0; }
  for (let i = 0; i < count; i++) { const lane = lanes[laneOf[i]]; lane.waits[lane.size++] = i; }

  const end = Math.max(facts.end, 1);
  const TOP = 58, ROW = 24, BAR = 14, NARROWEST = 10;
  const canvas = document.getElementById("chart"), tip = document.getElementById("tip");
  const detail = document.getElementById("detail"), search = document.getElementById("search");
  const pen = canvas.getContext("2d");
  let shown = lanes.map((_, index) => index);
  let left = 0, span = end, scroll = 0, chosenLane = -1, chosen = -1, hover = -1;
  let width = 0, height = 0, gutter = 200, queued = false, colours = {};

  // ---- words
  const UNITS = [["d", 86400e9], ["h", 3600e9], ["min", 60e9], ["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]];
  function duration(nanos) {
    if (nanos === 0) return "0";
    const parts = [];
    let rest = nanos;
    for (const [unit, size] of UNITS) {
      const whole = Math.floor(rest / size);
      if (whole > 0) { parts.push(whole + " " + unit); rest -= whole * size; }
      if (parts.length === 3) break;
    }
    return parts.join(" ") || nanos.toFixed(0) + " ns";
  }
  function wall(at) {
    let millis = facts.startSeconds * 1000, nanos = facts.startNanos, base = 0;
    for (const [when, instant] of facts.steps) {
      if (when <= at) {
        millis = Date.parse(instant.replace(/(\.\d{3})\d+/, "$1").replace(/\.\d+/, ""));
        nanos = Number(((/\.(\d+)/.exec(instant) || [, "0"])[1] + "000000000").slice(0, 9));
        base = when;
      }
    }
    const total = nanos + (at - base);
    const date = new Date(millis + Math.floor(total / 1e9) * 1000);
    if (isNaN(date)) return "";
    const fraction = String(Math.floor(total % 1e9)).padStart(9, "0").replace(/0+$/, "");
    return date.toISOString().slice(0, 19).replace("T", " ") + (fraction ? "." + fraction : "") + " UTC";
  }
  function describe(i) {
    const lane = lanes[laneOf[i]];
    const lines = [
      `${lane.name}: ${facts.kinds[kind[i]]} for ${duration(to[i] - from[i])}, ended by: ${facts.ends[raw.end[i]]}` +
        (by[i] >= 0 ? ` (${lanes[by[i]].name})` : ""),
      `from ${wall(from[i])} (${duration(from[i])})`,
      `to ${wall(to[i])} (${duration(to[i])})`,
      raw.timeout[i] >= 0 ? `timeout ${duration(raw.timeout[i])}` : "no timeout",
    ];
    return { lines, stack: facts.stacks[raw.stack[i]] || [] };
  }

  // ---- geometry
  const x = (at) => gutter + ((at - left) / span) * (width - gutter);
  const time = (px) => left + ((px - gutter) / (width - gutter)) * span;
  function clampView() {
    span = Math.min(Math.max(span, NARROWEST), end * 1.04);
    left = Math.min(Math.max(left, -span * 0.02), Math.max(end - span * 0.98, -span * 0.02));
    scroll = Math.min(Math.max(scroll, 0), Math.max(0, shown.length * ROW - (height - TOP)));
  }
  function zoom(factor, around) {
    const before = span;
    span *= factor;
    span = Math.min(Math.max(span, NARROWEST), end * 1.04);
    left = around - (around - left) * (span / before);
    redraw();
  }
  /** The first wait of a lane that ends at or after a time. */
  function firstEnding(waits, at) {
    let low = 0, high = waits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (to[waits[middle]] < at) low = middle + 1; else high = middle;
    }
    return low;
  }

  // ---- drawing
  const NAMES = ["sleep", "park", "wait", "io", "monitor", "advance"];
  function readColours() {
    const style = getComputedStyle(document.documentElement);
    const names = ["paper", "panel", "ink", "faint", "rule", "lane", "focus", "arrow", "fired", ...NAMES];
    colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
  }
  function redraw() {
    if (!queued) { queued = true; requestAnimationFrame(() => { queued = false; draw(); }); }
  }
  function resize() {
    const ratio = window.devicePixelRatio || 1;
    width = canvas.clientWidth; height = canvas.clientHeight;
    canvas.width = Math.round(width * ratio); canvas.height = Math.round(height * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    gutter = Math.min(220, Math.max(110, width * 0.22));
    redraw();
  }
  function tickStep() {
    const least = (span * 110) / Math.max(width - gutter, 1);
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
    for (const unit of [1, 1e3, 1e6, 1e9]) {
      for (const step of steps) {
        if (unit === 1e9 && step > 30) break;
        if (step * unit >= least) return step * unit;
      }
    }
    for (const step of [60, 120, 300, 600, 1800, 3600, 7200, 21600, 43200, 86400]) if (step * 1e9 >= least) return step * 1e9;
    let days = 86400e9;
    while (days < least) days *= days / 86400e9 % 5 === 0 ? 2 : 5;
    return days;
  }
  function drawAxis() {
    pen.fillStyle = colours.panel;
    pen.fillRect(0, 0, width, TOP);
    const step = tickStep();
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    for (let at = Math.ceil(left / step) * step; at <= left + span; at += step) {
      const px = x(at);
      if (px < gutter) continue;
      pen.strokeStyle = colours.rule;
      pen.beginPath(); pen.moveTo(px, 20); pen.lineTo(px, height); pen.stroke();
      pen.fillStyle = colours.faint;
      pen.fillText(duration(Math.max(0, at)), px + 4, 11);
    }
    pen.fillStyle = colours.ink;
    pen.fillText("time", 12, 40);
    for (const [, begun, ended] of facts.advances) {
      const a = Math.max(x(begun), gutter), b = x(ended);
      if (b < gutter || a > width) continue;
      pen.fillStyle = colours.advance;
      pen.fillRect(a, 34, Math.max(b - a, 1.5), 10);
    }
    for (const [at] of facts.steps) {
      const px = x(at);
      if (px < gutter || px > width) continue;
      pen.fillStyle = colours.monitor;
      pen.beginPath(); pen.moveTo(px, 26); pen.lineTo(px + 6, 33); pen.lineTo(px - 6, 33); pen.fill();
      pen.fillRect(px - 0.5, 33, 1, height);
    }
  }
  function drawLane(lane, y, arrows) {
    const { waits, born, gone } = lane;
    pen.fillStyle = colours.rule;
    const a = Math.max(x(born), gutter), b = Math.min(x(gone), width);
    if (b > a) pen.fillRect(a, y + ROW / 2 - 0.5, b - a, 1);
    const perPixel = span / (width - gutter);
    for (let at = firstEnding(waits, left); at < waits.length; ) {
      const i = waits[at];
      if (from[i] > left + span) break;
      const start = Math.max(x(from[i]), gutter), stop = Math.min(x(to[i]), width);
      pen.fillStyle = colours[NAMES[kind[i]]];
      const wide = stop - start;
      pen.fillRect(start, y + (ROW - BAR) / 2, wide > 4 ? wide - 1 : Math.max(wide, 1), BAR);
      if (raw.end[i] === 1 && x(to[i]) >= gutter) {
        pen.fillStyle = colours.fired;
        pen.fillRect(stop - 1, y + (ROW - BAR) / 2 - 2, 1.5, BAR + 4);
      }
      if (by[i] >= 0 && x(to[i]) >= gutter && arrows.length < 400) arrows.push(i);
      // What follows within this pixel is not seen.
      at = stop - start >= 1 ? at + 1 : Math.max(at + 1, firstEnding(waits, from[i] + perPixel));
    }
  }
  function draw() {
    clampView();
    pen.fillStyle = colours.paper;
    pen.fillRect(0, 0, width, height);
    const arrows = [], rows = new Map();
    const first = Math.floor(scroll / ROW), last = Math.min(shown.length, Math.ceil((scroll + height - TOP) / ROW));
    for (let row = first; row < last; row++) {
      const y = TOP + row * ROW - scroll;
      rows.set(shown[row], y);
      if (row % 2) { pen.fillStyle = colours.lane; pen.fillRect(0, y, width, ROW); }
    }
    drawAxis();
    pen.save();
    pen.beginPath(); pen.rect(0, TOP, width, height - TOP); pen.clip();
    for (const [index, y] of rows) drawLane(lanes[index], y, arrows);
    pen.strokeStyle = pen.fillStyle = colours.arrow;
    for (const i of arrows) drawArrow(i, rows);
    for (const i of [hover, chosen]) {
      if (i < 0 || !rows.has(laneOf[i])) continue;
      const a = Math.max(x(from[i]), gutter), b = Math.min(x(to[i]), width);
      if (b < gutter || a > width) continue;
      pen.strokeStyle = colours.focus; pen.lineWidth = 2;
      pen.strokeRect(a - 1, rows.get(laneOf[i]) + 3, Math.max(b - a, 1) + 2, ROW - 6);
      pen.lineWidth = 1;
    }
    pen.fillStyle = colours.panel;
    pen.fillRect(0, TOP, gutter - 6, height);
    pen.font = "12px system-ui, sans-serif";
    for (const [index, y] of rows) {
      pen.fillStyle = index === chosenLane ? colours.focus : colours.ink;
      pen.fillText(shorten(lanes[index].name), 12, y + ROW / 2);
    }
    pen.restore();
    if (shown.length === 0) {
      pen.fillStyle = colours.faint;
      pen.fillText(lanes.length ? "No thread has that name." : "No thread took part.", gutter + 12, TOP + 20);
    }
  }
  function drawArrow(i, rows) {
    const source = rows.get(by[i]), target = rows.get(laneOf[i]);
    if (source === undefined || source === target) return;
    const px = x(to[i]), down = target > source;
    const a = source + ROW / 2, b = target + (down ? 5 : ROW - 5);
    pen.beginPath(); pen.moveTo(px, a); pen.lineTo(px, b); pen.stroke();
    pen.beginPath();
    pen.moveTo(px, b); pen.lineTo(px - 3, b + (down ? -6 : 6)); pen.lineTo(px + 3, b + (down ? -6 : 6)); pen.fill();
  }
  const widths = new Map();
  function shorten(name) {
    let text = widths.get(name + gutter);
    if (text === undefined) {
      text = name;
      while (text.length > 4 && pen.measureText(text).width > gutter - 26) text = text.slice(0, -2).replace(/…?$/, "…");
      widths.set(name + gutter, text);
    }
    return text;
  }

  // ---- choosing
  function hit(px, py) {
    if (py < TOP || px < gutter) return -1;
    const row = Math.floor((py - TOP + scroll) / ROW);
    if (row < 0 || row >= shown.length) return -1;
    const { waits } = lanes[shown[row]], slack = (span / (width - gutter)) * 3, at = time(px);
    let best = -1, distance = Infinity;
    for (let k = firstEnding(waits, at - slack); k < waits.length && from[waits[k]] <= at + slack; k++) {
      const i = waits[k];
      const away = at < from[i] ? from[i] - at : at > to[i] ? at - to[i] : 0;
      if (away < distance) { best = i; distance = away; }
      if (away === 0) break;
    }
    return best;
  }
  function choose(i) {
    chosen = i;
    detail.replaceChildren();
    const text = document.createElement("p");
    if (i < 0) {
      text.textContent = "Nothing is chosen.";
      detail.append(text);
    } else {
      chosenLane = laneOf[i];
      const { lines, stack } = describe(i);
      text.textContent = lines.join(" · ");
      const frames = document.createElement("pre");
      frames.textContent = stack.map((frame) => "at " + frame).join("\n") || "no stack";
      detail.append(text, frames);
    }
    redraw();
  }
  function bringIntoView() {
    const row = shown.indexOf(chosenLane);
    if (row >= 0) {
      if (row * ROW < scroll) scroll = row * ROW;
      if ((row + 1) * ROW > scroll + height - TOP) scroll = (row + 1) * ROW - (height - TOP);
    }
    if (chosen >= 0 && (to[chosen] < left || from[chosen] > left + span)) left = from[chosen] - span / 2;
    redraw();
  }
  function step(by) {
    if (chosenLane < 0) chosenLane = shown.length ? shown[0] : -1;
    if (chosenLane < 0) return;
    const { waits } = lanes[chosenLane];
    if (!waits.length) return announceLane();
    let at = chosen >= 0 && laneOf[chosen] === chosenLane ? waits.indexOf(chosen) + by : by > 0 ? 0 : waits.length - 1;
    at = Math.min(Math.max(at, 0), waits.length - 1);
    choose(waits[at]);
    bringIntoView();
  }
  function announceLane() {
    detail.replaceChildren();
    const text = document.createElement("p");
    text.textContent = `${lanes[chosenLane].name}: ${lanes[chosenLane].waits.length} waits`;
    detail.append(text);
  }
  function chooseLane(by) {
    if (!shown.length) return;
    const row = shown.indexOf(chosenLane);
    chosenLane = shown[row < 0 ? 0 : Math.min(Math.max(row + by, 0), shown.length - 1)];
    chosen = -1;
    announceLane();
    bringIntoView();
  }

  // ---- events
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.shiftKey) { left += (span * event.deltaY) / 1000; redraw(); }
    else if (event.offsetX < gutter) { scroll += event.deltaY; redraw(); }
    else zoom(Math.pow(1.0016, event.deltaY), time(event.offsetX));
  }, { passive: false });
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.offsetX, y: event.offsetY, left, scroll, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (drag) {
      const dx = event.offsetX - drag.x, dy = event.offsetY - drag.y;
      if (Math.abs(dx) + Math.abs(dy) > 3) drag.moved = true;
      if (drag.moved) { left = drag.left - (dx / (width - gutter)) * span; scroll = drag.scroll - dy; tip.hidden = true; redraw(); }
      return;
    }
    const found = hit(event.offsetX, event.offsetY);
    if (found !== hover) { hover = found; redraw(); }
    tip.hidden = found < 0;
    if (found >= 0) {
      const { lines, stack } = describe(found);
      tip.textContent = lines.join("\n") + "\n" + stack.slice(0, 12).map((frame) => "  at " + frame).join("\n");
      tip.style.left = Math.min(event.offsetX + 14, Math.max(0, width - tip.offsetWidth - 8)) + "px";
      tip.style.top = Math.min(event.offsetY + 16, Math.max(0, height - tip.offsetHeight - 8)) + "px";
    }
  });
  canvas.addEventListener("pointerup", (event) => {
    if (drag && !drag.moved) choose(hit(event.offsetX, event.offsetY));
    drag = null;
  });
  canvas.addEventListener("pointerleave", () => { hover = -1; tip.hidden = true; redraw(); });
  canvas.addEventListener("keydown", (event) => {
    const centre = chosen >= 0 ? (from[chosen] + to[chosen]) / 2 : left + span / 2;
    const actions = {
      ArrowLeft: () => { left -= span / 8; redraw(); }, ArrowRight: () => { left += span / 8; redraw(); },
      ArrowUp: () => chooseLane(-1), ArrowDown: () => chooseLane(1),
      "+": () => zoom(0.6, centre), "=": () => zoom(0.6, centre), "-": () => zoom(1 / 0.6, centre),
      n: () => step(1), p: () => step(-1), 0: whole, "/": () => search.focus(),
      Enter: () => { if (chosen >= 0) { span = Math.max((to[chosen] - from[chosen]) * 1.5, NARROWEST); left = centre - span / 2; redraw(); } },
      Escape: () => { chosenLane = -1; choose(-1); },
    };
    const action = actions[event.key] || actions[event.key.toLowerCase()];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); action(); }
  });
  function whole() { left = -end * 0.02; span = end * 1.04; redraw(); }
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    shown = lanes.map((_, index) => index).filter((index) => lanes[index].name.toLowerCase().includes(wanted));
    scroll = 0;
    redraw();
  });
  search.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === "Escape") canvas.focus(); });
  document.getElementById("zoom-in").addEventListener("click", () => zoom(0.5, left + span / 2));
  document.getElementById("zoom-out").addEventListener("click", () => zoom(2, left + span / 2));
  document.getElementById("fit").addEventListener("click", whole);
  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    readColours(); redraw();
  });
  const help = document.getElementById("help"), keys = document.getElementById("keys");
  help.addEventListener("click", () => { keys.hidden = !keys.hidden; help.setAttribute("aria-expanded", String(!keys.hidden)); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); redraw(); });
  new ResizeObserver(resize).observe(canvas);

  // ---- words around the picture
  document.getElementById("title").textContent = facts.name || "Timeline";
  if (facts.name) document.title = facts.name + " – Tickless timeline";
  document.getElementById("summary").textContent =
    `${duration(facts.end)} of virtual time from ${facts.start}, ${count} waits of ${lanes.length} threads` +
    (facts.dropped ? `; ${facts.dropped} later waits are left out` : "");
  const legend = document.getElementById("legend");
  for (const [index, name] of facts.kinds.entries()) {
    const item = document.createElement("li"), swatch = document.createElement("i");
    swatch.style.background = `var(--${NAMES[index]})`;
    item.append(swatch, name);
    legend.append(item);
  }
  for (const text of ["│ a deadline fired", "▲ the wall clock was set", "↓ woken by"]) {
    const item = document.createElement("li");
    item.textContent = text;
    legend.append(item);
  }
  readColours();
  whole();
  resize();
  requestAnimationFrame(() => {
    document.documentElement.dataset.drawn = String(count);
    document.documentElement.dataset.openedMillis = performance.now().toFixed(0);
  });
})();
