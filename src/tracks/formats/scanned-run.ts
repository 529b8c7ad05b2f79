import { isBlank } from './rare-text'
import { type ScannedNode, WORD } from './scanned-node'

/** Markup between two values is much shorter. */
const LONGEST_RUN = 1024
/** What follows one value in more ways than these is read as if it was new each time. */
const MOST_WAYS = 4
/** All runs of a document. */
const MOST_RUNS = 500

/** What a tag in a run does. */
export const STEP = {
  /** An element opens that has no attributes (yet). */
  begin: 0,
  /** The tag of an element is complete. */
  enter: 1,
  /** The element whose text has been read ends. */
  leaf: 2,
  /** An element ends that had no content. */
  empty: 3,
  /** Any other one ends. */
  end: 4,
} as const

/** What a tag in a run does, where somebody has to be told. */
export interface Step {
  readonly does: (typeof STEP)[keyof typeof STEP]
  readonly node: ScannedNode
  /** Of `enter`: bytes to the end of the tag, and whether the element was wanted. */
  readonly at: number
  readonly isWanted: boolean
}

/**
 * Markup between two values. Recordings repeat it from point to point: it is compared as a whole, and nothing of it is
 * read again.
 */
export interface Run {
  readonly length: number
  /** All its bytes, four at a time; the last ones overlap. */
  readonly words: Int32Array
  readonly steps: readonly Step[]
  /** The value behind it. */
  readonly to: RunStart
  /** Bytes to the name of the attribute whose value that is. */
  readonly nameStart: number
}

/** A value — the text of an element, or an attribute of one that opens — and the runs that have followed it. */
export class RunStart {
  readonly node: ScannedNode
  readonly isText: boolean
  readonly #runs: Run[] = []
  #latest = 0

  constructor(node: ScannedNode, isText: boolean) {
    this.node = node
    this.isText = isText
  }

  get isFull(): boolean {
    return this.#runs.length === MOST_WAYS
  }

  add(run: Run): void {
    this.#latest = this.#runs.push(run) - 1
  }

  /** The run whose bytes are at a place. */
  runAt(view: DataView, at: number): Run | undefined {
    const runs = this.#runs
    let index = this.#latest
    for (let tried = 0; tried < runs.length; tried++) {
      const run = runs[index]
      if (run !== undefined && isAt(run, view, at)) {
        this.#latest = index
        return run
      }
      index = index + 1 < runs.length ? index + 1 : 0
    }
    return undefined
  }
}

function isAt({ words, length }: Run, view: DataView, at: number): boolean {
  const last = at + length - WORD
  if (last + WORD > view.byteLength || view.getInt32(last, true) !== words[words.length - 1])
    return false
  for (let i = 0, word = at; word < last; i++, word += WORD)
    if (view.getInt32(word, true) !== words[i]) return false
  return true
}

/** Notes what is read from one value to the next. */
export class RunRecorder {
  readonly #view: DataView
  readonly #textEnds = new Map<ScannedNode, RunStart>()
  #from: RunStart | undefined
  #start = 0
  #steps: Step[] = []
  #count = 0

  constructor(view: DataView) {
    this.#view = view
  }

  /** A value ends at `start`. */
  begin(from: RunStart, start: number): void {
    this.#steps = []
    this.#start = start
    this.#from = from.isFull || this.#count === MOST_RUNS ? undefined : from
  }

  add(does: Step['does'], node: ScannedNode, at = 0, isWanted = true): void {
    if (this.#from !== undefined && concerns(does, node))
      this.#steps.push({ does, node, at: at - this.#start, isWanted })
  }

  /** Text that nobody reads is between two tags. */
  passText(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end && this.#from !== undefined; at++)
      if (!isBlank(bytes[at] ?? 0)) this.#from = undefined
  }

  /** The text of an element begins at `end`; returns where it ends. */
  endAtText(node: ScannedNode, end: number): RunStart {
    const to = this.#textEnds.get(node) ?? new RunStart(node, true)
    this.#textEnds.set(node, to)
    this.#end(to, end, end)
    return to
  }

  /** An attribute of the element begins at `start`, its value at `end`; returns where that ends if the run is kept. */
  endAtAttribute(node: ScannedNode, start: number, end: number): RunStart | undefined {
    if (this.#from === undefined) return undefined
    const to = new RunStart(node, false)
    return this.#end(to, end, start) ? to : undefined
  }

  #end(to: RunStart, end: number, nameStart: number): boolean {
    const [from, start] = [this.#from, this.#start]
    const length = end - start
    this.#from = undefined
    if (from === undefined || length < WORD || length > LONGEST_RUN) return false
    const [words, steps] = [this.#words(length), this.#steps]
    from.add({ length, words, steps, to, nameStart: nameStart - start })
    this.#count += 1
    return true
  }

  #words(length: number): Int32Array {
    return Int32Array.from({ length: Math.ceil(length / WORD) }, (_, index) =>
      this.#view.getInt32(this.#start + Math.min(index * WORD, length - WORD), true),
    )
  }
}

function concerns(does: Step['does'], { wanted, open, text, close }: ScannedNode): boolean {
  if (does === STEP.begin) return true
  if (does === STEP.enter) return wanted !== undefined || open !== undefined
  return close !== undefined || (does !== STEP.end && text !== undefined)
}
