const CHARACTER = '[\\p{L}\\p{N}_.-]'
/** No name is longer. A longer text does not match at all, so that no part of it counts as a name. */
const NAME = `${CHARACTER}{1,64}(?!${CHARACTER})`
/** A name after an @, bare or in its own `<span>`, as when it is pasted from a page, but not within a URL. */
const MENTION = `(?<!/)@(?:<span>(?<wrapped>${NAME})</span>|(?<bare>${NAME}))`
const TAG = '<[^>]*>'
const LINK = '<a\\b[^>]*>.*?</a>'

const IN_TEXT = new RegExp(`${TAG}|${MENTION}`, 'gsu')
const OUTSIDE_LINKS = new RegExp(`${LINK}|${TAG}|${MENTION}`, 'gsu')

interface Groups {
  wrapped?: string
  bare?: string
}

const nameIn = ({ wrapped, bare }: Groups = {}) => wrapped ?? bare

/** The names that a match can mean: as written, or without trailing punctuation. */
const readings = (name: string): string[] => [
  name,
  name.replace(/[.-]+$/, ''),
  name.replace(/[._-]+$/, ''),
]

/** Lists every name that sanitised HTML may mention outside of attributes, in order and without duplicates. */
export function findMentionedNames(html: string): string[] {
  const names = [...html.matchAll(IN_TEXT)].flatMap(({ groups }) => {
    const name = nameIn(groups)
    return name === undefined ? [] : readings(name)
  })
  return [...new Set(names)].filter((name) => name !== '')
}

/** Replaces every mention that has a URL by a link, except within existing links. */
export const linkMentions = (html: string, addressOf: (name: string) => string | undefined) =>
  html.replace(OUTSIDE_LINKS, (found: string, ...rest: unknown[]) => {
    const name = nameIn(rest.at(-1) as Groups)
    if (name === undefined) return found
    for (const reading of readings(name)) {
      const address = addressOf(reading)
      if (address !== undefined) return mentionLink(address, reading) + name.slice(reading.length)
    }
    return found
  })

const mentionLink = (address: string, name: string) =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer">@<span>${name}</span></a>`
