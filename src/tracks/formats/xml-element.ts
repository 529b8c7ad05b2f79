/** Attribute values by name as written. */
export type XmlAttributes = Readonly<Record<string, string>>

/** What a reader wants to know about one kind of element; everything else is skipped. */
export interface XmlElement {
  /**
   * The description of a child element, or undefined to skip it with everything inside. Must always give the
   * same answer to the same name: answers are remembered.
   */
  readonly child?: (name: string) => XmlElement | undefined
  /** Asked when an element opens, before `open`; false skips this one. */
  readonly wanted?: () => boolean
  readonly open?: (attributes: XmlAttributes) => void
  /**
   * Receives the characters before the first child (all of them in a leaf) when the element ends. Asking for
   * text excludes `child`.
   */
  readonly text?: (text: string) => void
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
