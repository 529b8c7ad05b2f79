import type { SaxesParser, SaxesTagPlain } from 'saxes'
import {
  MAX_XML_ATTRIBUTES,
  MAX_XML_DEPTH,
  MAX_XML_MARKUP,
  MAX_XML_TEXT,
} from '@/domain/tracks/formats/limits'
import type { XmlElement } from './xml-element'
import { XmlError } from './xml-error'
import type { XmlNames } from './xml-namespaces'
import { StringAttributes, StringText } from './xml-string'

/** Calls the handlers of a description for the events of a parser. */
export class XmlWalk {
  readonly #names: XmlNames | undefined
  readonly #ancestors: XmlElement[] = []
  #current: XmlElement
  #skipped = 0
  #attributes = 0
  #collecting = false
  #collected = ''
  readonly #growing = new GrowingText()

  constructor(document: XmlElement, names: XmlNames | undefined) {
    this.#current = document
    this.#names = names
  }

  /** Registers all handlers except the one for errors. */
  attach(parser: SaxesParser): void {
    const collect = (text: string) => {
      this.#collected += text
    }
    const listenToText = (wanted: boolean) => {
      if (wanted === this.#collecting) return
      this.#collecting = wanted
      if (wanted) parser.on('text', collect)
      else parser.off('text')
    }
    parser.on('attribute', ({ name, value }) => {
      this.#attributes += 1
      if (this.#attributes > MAX_XML_ATTRIBUTES) throw new XmlError('too many attributes')
      this.#names?.attribute(name, value)
    })
    parser.on('cdata', (text) => {
      if (this.#collecting) this.#collected += text
    })
    parser.on('opentag', (tag) => listenToText(this.#open(tag)))
    parser.on('closetag', () => {
      listenToText(false)
      this.#close()
    })
  }

  /** Must be called between chunks, so that the cost of a text stays in proportion to its length. */
  checkText(): void {
    this.#growing.check(this.#collected, MAX_XML_TEXT)
  }

  /** Maximum characters of a text that has not ended. */
  get maxLength(): number {
    return this.#collecting ? MAX_XML_TEXT : MAX_XML_MARKUP
  }

  /** Whether the text of the element is needed. */
  #open(tag: SaxesTagPlain): boolean {
    if (this.#ancestors.length + this.#skipped === MAX_XML_DEPTH)
      throw new XmlError('nested too deeply')
    this.#attributes = 0
    this.#names?.enter()
    // Names in a skipped element must be well-formed, too.
    const name = this.#names === undefined ? tag.name : this.#names.resolve(tag.name)
    const element = this.#skipped > 0 ? undefined : this.#current.child?.(name)
    if (element === undefined || element.wanted?.() === false) {
      this.#skipped += 1
      return false
    }
    this.#ancestors.push(this.#current)
    this.#current = element
    this.#collected = ''
    element.open?.(new StringAttributes(tag.attributes))
    return element.text !== undefined
  }

  #close(): void {
    this.#names?.leave()
    if (this.#skipped > 0) {
      this.#skipped -= 1
      return
    }
    const element = this.#current
    element.text?.(new StringText(this.#collected))
    element.close?.()
    this.#current = this.#ancestors.pop() ?? element
  }
}

/** Number of characters from which the pieces of a text are joined. */
const LONG_TEXT = 256 * 1024
/**
 * Factor by which a long text grows until its pieces are joined again: all copies together are a few times its length.
 */
const GROWTH = 1.25

/**
 * Collects a text in pieces and joins them from time to time: until then every piece stays in memory, and may have only
 * two characters.
 */
export class GrowingText {
  #joinAt = LONG_TEXT

  /**
   * Must be called with the text between chunks.
   * @throws XmlError when it is longer than `limit`
   */
  check(text: string, limit: number): void {
    if (text.length > limit) throw new XmlError('text too long')
    if (text.length < LONG_TEXT) this.#joinAt = LONG_TEXT
    if (text.length < this.#joinAt) return
    this.#joinAt = text.length * GROWTH
    // A native function reads the whole text, which joins the pieces. The compiler would remove an unused `charCodeAt`.
    if (Buffer.byteLength(text) < text.length) throw new XmlError('text without characters')
    Bun.gc(true)
  }
}
