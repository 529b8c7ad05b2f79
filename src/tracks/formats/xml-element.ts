/** The attributes of an element, by name as written. */
export interface XmlAttributes {
  text: (name: string) => string | undefined
  /** What `parseDecimalText` makes of the value; undefined also for an attribute that is not there. */
  decimal: (name: string) => number | undefined
}

/** The characters of an element; numbers and times are read without making a string of them where possible. */
export interface XmlText {
  toString: () => string
  isEmpty: () => boolean
  isBlank: () => boolean
  /** What `parseDecimalText` says of it, and so on. */
  decimal: () => number | undefined
  integer: () => number | undefined
  truncated: () => number | undefined
  time: () => number
  /**
   * Puts the numbers between blanks into `target` and says how many there are; undefined when one is none, or is not
   * finite. Those that find no place are only counted.
   */
  decimals: (target: Float64Array) => number | undefined
}

/** What a reader wants to know about one kind of element; everything else is skipped. */
export interface XmlElement {
  /**
   * The description of a child element, or undefined to skip it with everything inside. Must always give the
   * same answer to the same name: answers are remembered.
   */
  readonly child?: (name: string) => XmlElement | undefined
  /** Asked when an element opens, before `open`; false skips this one. */
  readonly wanted?: () => boolean
  /** The attributes may be asked during the call only. */
  readonly open?: (attributes: XmlAttributes) => void
  /**
   * Receives the characters before the first child (all of them in a leaf) when the element ends; they may be asked
   * during the call only. Asking for text excludes `child`.
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

/** Lets only the first element of each kind pass since the last `reset`. */
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

/** The element, skipped wherever `condition` does not hold. */
export function onlyIf(condition: () => boolean, element: XmlElement): XmlElement {
  return { ...element, wanted: () => condition() && element.wanted?.() !== false }
}
