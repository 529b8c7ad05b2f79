const MIN_LENGTH = 3
const MAX_LENGTH = 30
const FALLBACK = 'member'

/**
 * Turns the name that a person has elsewhere into usernames that the rules of this server allow, best first: the name
 * itself, then with numbers.
 */
export function* suggestUsernames(wish: string | undefined): Generator<string> {
  const plain = (wish ?? '')
    .replace(/@.*$/, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const name = plain.length < MIN_LENGTH ? joinParts(FALLBACK, plain) : plain
  yield name.slice(0, MAX_LENGTH)
  for (let number = 2; ; number++) {
    const suffix = `_${number}`
    yield name.slice(0, MAX_LENGTH - suffix.length) + suffix
  }
}

const joinParts = (one: string, other: string) => (other === '' ? one : `${one}_${other}`)
