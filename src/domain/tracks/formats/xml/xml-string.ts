import {
  parseDecimalText,
  parseIntegerText,
  parseTruncatedText,
} from '@/domain/tracks/formats/text/number-text'
import { parseTimeText } from '@/domain/tracks/formats/text/time-text'
import type { XmlAttributes, XmlText } from './xml-element'

/** A string as the text of an element. */
export class StringText implements XmlText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }

  isEmpty(): boolean {
    return this.#text === ''
  }

  isBlank(): boolean {
    return this.#text.trim() === ''
  }

  decimal(): number | undefined {
    return parseDecimalText(this.#text)
  }

  integer(): number | undefined {
    return parseIntegerText(this.#text)
  }

  truncated(): number | undefined {
    return parseTruncatedText(this.#text)
  }

  time(): number {
    return parseTimeText(this.#text)
  }

  decimals(target: Float64Array): number | undefined {
    const parts = this.#text.split(/\s+/).filter((part) => part !== '')
    for (const [index, part] of parts.entries()) {
      const value = parseDecimalText(part)
      if (value === undefined || !Number.isFinite(value)) return undefined
      if (index < target.length) target[index] = value
    }
    return parts.length
  }
}

/** Attributes from an object with their values. */
export class StringAttributes implements XmlAttributes {
  readonly #values: Readonly<Record<string, string>>

  constructor(values: Readonly<Record<string, string>>) {
    this.#values = values
  }

  text(name: string): string | undefined {
    return this.#values[name]
  }

  decimal(name: string): number | undefined {
    const text = this.#values[name]
    return text === undefined ? undefined : parseDecimalText(text)
  }
}
