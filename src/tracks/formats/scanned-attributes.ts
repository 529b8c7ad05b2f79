import { asciiIn, decimalIn } from './number-bytes'
import { parseDecimalText } from './number-text'
import { isBlank, replaceEntities } from './rare-text'
import {
  BLANK,
  COLON_IN_NAME,
  ENTITY,
  NAME_KINDS,
  OTHER,
  PLAIN,
  STARTS_NAME,
  VALUE_KINDS,
  WIDE,
  wideTextIn,
} from './scan-characters'
import { UnusualXml } from './unusual-xml'
import type { XmlAttributes } from './xml-element'

const [SLASH, EQUALS, CLOSE, DOUBLE, SINGLE] = [47, 61, 62, 34, 39] as const
const MOST = 64
const X = 120
const XMLNS = 'xmlns'

/** The attributes of the element that opened last, as places in the bytes. */
export class ScannedAttributes implements XmlAttributes {
  readonly #bytes: Uint8Array
  readonly #nameStarts = new Uint32Array(MOST)
  readonly #nameEnds = new Uint32Array(MOST)
  readonly #valueStarts = new Uint32Array(MOST)
  readonly #valueEnds = new Uint32Array(MOST)
  /** Kinds of all bytes of each value together. */
  readonly #kinds = new Uint8Array(MOST)
  #count = 0
  #hasNamespaces = false

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Whether names with prefixes, or declarations of such, are among them. */
  get hasNamespaces(): boolean {
    return this.#hasNamespaces
  }

  /** Reads attributes from the end of an element's name on, up to the `>` or `/` that is returned. @throws UnusualXml */
  scan(from: number): number {
    const bytes = this.#bytes
    this.#count = 0
    this.#hasNamespaces = false
    if (bytes[from] === CLOSE) return from
    let at = from
    for (;;) {
      const start = at
      at = this.#skipBlanks(at)
      const code = bytes[at]
      if (code === CLOSE || code === SLASH) return at
      if (start === at) throw new UnusualXml()
      at = this.#scanValue(this.#scanName(at))
      this.#finish()
    }
  }

  text(name: string): string | undefined {
    const index = this.#indexOf(name)
    return index < 0 ? undefined : this.#valueAt(index)
  }

  decimal(name: string): number | undefined {
    const index = this.#indexOf(name)
    if (index < 0) return undefined
    if (this.#kinds[index] !== PLAIN) return parseDecimalText(this.#valueAt(index))
    return decimalIn(this.#bytes, this.#valueStarts[index] ?? 0, this.#valueEnds[index] ?? 0)
  }

  /** Hands on all of them. */
  each(found: (name: string, value: string) => void): void {
    for (let index = 0; index < this.#count; index++)
      found(
        asciiIn(this.#bytes, this.#nameStarts[index] ?? 0, this.#nameEnds[index] ?? 0),
        this.#valueAt(index),
      )
  }

  #skipBlanks(from: number): number {
    let at = from
    while (isBlank(this.#bytes[at] ?? 0)) at += 1
    return at
  }

  /** Returns where the value begins, with its quote. */
  #scanName(start: number): number {
    const bytes = this.#bytes
    let at = start
    let kinds = 0
    for (;;) {
      const kind = NAME_KINDS[bytes[at] ?? 0] ?? 0
      if (kind === 0) break
      kinds |= kind
      at += 1
    }
    const starts = NAME_KINDS[bytes[start] ?? 0] === STARTS_NAME
    if (!starts || bytes[at] !== EQUALS || this.#count === MOST) throw new UnusualXml()
    this.#nameStarts[this.#count] = start
    this.#nameEnds[this.#count] = at
    if ((kinds & COLON_IN_NAME) !== 0) this.#hasNamespaces = true
    return at + 1
  }

  /** Returns where the next attribute may come. */
  #scanValue(from: number): number {
    const bytes = this.#bytes
    const quote = bytes[from] ?? 0
    if (quote !== DOUBLE && quote !== SINGLE) throw new UnusualXml()
    let at = from + 1
    let kinds = 0
    for (;;) {
      const code = bytes[at] ?? 0
      if (code === quote) break
      const kind = VALUE_KINDS[code] ?? 0
      if (kind === OTHER) throw new UnusualXml()
      kinds |= kind
      at += 1
    }
    this.#valueStarts[this.#count] = from + 1
    this.#valueEnds[this.#count] = at
    this.#kinds[this.#count] = kinds
    return at + 1
  }

  /** Counts the attribute that was read last. */
  #finish(): void {
    const index = this.#count
    if (this.#bytes[this.#nameStarts[index] ?? 0] === X && this.#isNamed(index, XMLNS))
      this.#hasNamespaces = true
    for (let other = 0; other < index; other++)
      if (this.#haveSameName(index, other)) throw new UnusualXml()
    this.#count = index + 1
    // What is not asked for must be valid too.
    if (this.#kinds[index] !== PLAIN) this.#valueAt(index)
  }

  #valueAt(index: number): string {
    const kinds = this.#kinds[index] ?? PLAIN
    const read = (kinds & WIDE) === 0 ? asciiIn : wideTextIn
    const written = read(this.#bytes, this.#valueStarts[index] ?? 0, this.#valueEnds[index] ?? 0)
    const text = (kinds & BLANK) === 0 ? written : written.replace(/\r\n|[\t\n\r]/g, ' ')
    return (kinds & ENTITY) === 0 ? text : replaceEntities(text)
  }

  #indexOf(name: string): number {
    for (let index = 0; index < this.#count; index++) if (this.#isNamed(index, name)) return index
    return -1
  }

  #isNamed(index: number, name: string): boolean {
    const start = this.#nameStarts[index] ?? 0
    if ((this.#nameEnds[index] ?? 0) - start !== name.length) return false
    for (let i = 0; i < name.length; i++)
      if (this.#bytes[start + i] !== name.charCodeAt(i)) return false
    return true
  }

  #haveSameName(one: number, other: number): boolean {
    const start = this.#nameStarts[one] ?? 0
    const length = (this.#nameEnds[one] ?? 0) - start
    const otherStart = this.#nameStarts[other] ?? 0
    if ((this.#nameEnds[other] ?? 0) - otherStart !== length) return false
    for (let i = 0; i < length; i++)
      if (this.#bytes[start + i] !== this.#bytes[otherStart + i]) return false
    return true
  }
}
