import type { ReadingWarnings } from '@/domain/tracks/reading-warnings'

/** The attributes of an element, by name as written. */
export interface XmlAttributes {
  text: (name: string) => string | undefined
  /** The value as `parseDecimalText` parses it; undefined also for a missing attribute. */
  decimal: (name: string) => number | undefined
}

/** The characters of an element. Numbers and times are parsed without creating a string where possible. */
export interface XmlText {
  toString: () => string
  isEmpty: () => boolean
  isBlank: () => boolean
  /** The text as `parseDecimalText` parses it; the other methods correspond. */
  decimal: () => number | undefined
  integer: () => number | undefined
  truncated: () => number | undefined
  time: () => number
  /**
   * Writes the numbers between blanks into `target` and returns their count; undefined when one is invalid or not
   * finite. Numbers beyond the end of `target` are only counted.
   */
  decimals: (target: Float64Array) => number | undefined
}

/** Handlers for one kind of element; everything without a handler is skipped. */
export interface XmlElement {
  /**
   * The description of a child element, or undefined to skip it with everything inside. Must always return the same
   * for the same name, because the scanner asks once for each name.
   */
  readonly child?: (name: string) => XmlElement | undefined
  /** Called when an element opens, before `open`. Returns false to skip this element. */
  readonly wanted?: () => boolean
  /** The attributes are valid during the call only. */
  readonly open?: (attributes: XmlAttributes) => void
  /**
   * Receives the characters before the first child (all of them in a leaf) when the element ends; they are valid during
   * the call only. Cannot be combined with `child`.
   */
  readonly text?: (text: XmlText) => void
  /** Called when the element ends. */
  readonly close?: () => void
}

/** A `child` function for elements with fixed names. */
export function children(elements: Record<string, XmlElement>) {
  const byName = new Map(Object.entries(elements))
  return (name: string): XmlElement | undefined => byName.get(name)
}

/** Returns a filter that accepts only the first element of each kind since the last `reset`. */
export function onlyFirst() {
  let kinds = 0
  let seen = 0
  return {
    reset: () => {
      seen = 0
    },
    of: (element: XmlElement): XmlElement => {
      const bit = 1 << kinds
      kinds += 1
      const wanted = () => {
        if ((seen & bit) !== 0) return false
        seen |= bit
        return true
      }
      return { ...element, wanted }
    },
  }
}

/** Returns the element, and reports each one that it does not want as a track that is left out. */
export function countFurther(element: XmlElement, report: ReadingWarnings): XmlElement {
  const wanted = () => {
    if (element.wanted?.() !== false) return true
    report.tracksLeftOut += 1
    return false
  }
  return { ...element, wanted }
}

/** Returns the element, but skips it while `condition` is false. */
export function onlyIf(condition: () => boolean, element: XmlElement): XmlElement {
  return { ...element, wanted: () => condition() && element.wanted?.() !== false }
}
