/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number

const upTo = (random: Random, limit: number) => Math.floor(random() * limit)
const oneOf = <T>(random: Random, list: readonly T[]): T => list[upTo(random, list.length)] as T

/** Markup and characters with a special meaning. */
const MARKUP = [
  ...['<', '>', '&', '"', "'", '</', '/>', '<!--', '-->', '<!-- x -->', '<!-- a -- b -->', '<?x?>'],
  ...[
    '<![CDATA[',
    ']]>',
    '<![CDATA[ <x> ]]>',
    '<!DOCTYPE a>',
    '&amp;',
    '&lt;5',
    '&#65;',
    '&#x0;',
    '&nope;',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\v',
    '\u00a0',
    '\u00e9',
    '\u{1f6b4}',
    '\ufeff',
    '\ufffe',
    '\u0085',
  ],
  ...[
    '\u2028',
    '\u0000',
    '\u007f',
    ']',
    ']]',
    '<a/>',
    '<a>',
    '</a>',
    '<a:b>1</a:b>',
    '<z:b/>',
    '<:a/>',
    '<a:/>',
  ],
  ...[
    '<ele>5</ele>',
    '<ele/>',
    '<time/>',
    '<name>n</name>',
    '<trkpt lat="1" lon="2"/>',
    '<power>7</power>',
  ],
  ...[
    '<hr>9</hr>',
    '<Watts>1</Watts>',
    '<Value/>',
    '<when/>',
    '<gx:coord>1 2 3</gx:coord>',
    '<trkpt/>',
  ],
]

/** Valid and invalid text after the name of an element. */
const ATTRIBUTES = [
  ...[
    'xmlns="u"',
    'xmlns:a="u"',
    'xmlns:a=""',
    'xmlns=""',
    'a:b="1"',
    'z:b="1"',
    'lat="1"',
    'lon="1"',
  ],
  ...[
    'x="1" x="2"',
    'x="1" y="1"',
    'x="1"y="1"',
    "y='z'",
    'y="a\'b"',
    'x="<"',
    'x="&gt;"',
    'x="&no;"',
  ],
  ...[
    'x',
    'x=1',
    'x ="1"',
    'x="\u0001"',
    'x="\n"',
    '1x="1"',
    ':x="1"',
    'x="\u00e9"',
    'x="\ufffe"',
    'name="power"',
  ],
]

/** A text that some parsers accept as a number, or almost. */
export function numberText(random: Random): string {
  const digits = (most: number) =>
    Array.from({ length: upTo(random, most) }, () => upTo(random, 10)).join('')
  const point = oneOf(random, ['.', '.', '.', '', '..', ','])
  const plain = `${oneOf(random, ['', '', '-', '+', '--'])}${digits(11)}${point}${digits(13)}`
  if (random() < 0.7) return plain
  return oneOf(random, [
    `${plain}e${digits(3)}`,
    `${plain}E-${digits(2)}`,
    ` ${plain}\n`,
    `${plain} ${plain}`,
    `${plain}\u00a0`,
    ...['nan', 'inf', '-Infinity', '0x10', '1_000', '\u0661', '', ' ', '47.80549703165888786'],
    ...['9007199254740993', '0.1234567890123456789', '-0', '00012', '.', '-', '999999999999999.9'],
  ])
}

/** A text that some parsers accept as a time, or almost. */
export function timeText(random: Random): string {
  const part = (most: number) =>
    String(upTo(random, most)).padStart(oneOf(random, [2, 2, 2, 1]), '0')
  const year = oneOf(random, ['2024', '2023', '1969', '1900', '0000', '9999', '24', '02024'])
  const date = `${year}-${part(14)}-${part(33)}`
  const time = `${part(25)}:${part(61)}:${part(61)}`
  const fraction = oneOf(random, [
    '',
    '',
    '',
    '.',
    '.5',
    '.25',
    '.123456',
    '.1234567',
    '.12345678901234567',
  ])
  const zone = oneOf(random, ['Z', 'Z', 'Z', '', 'z', '+02:00', '-0330', '+25:00', ' Z', 'Z '])
  return `${date}${oneOf(random, ['T', 'T', 'T', ' ', 't', ''])}${time}${fraction}${zone}`
}

const encoder = new TextEncoder()

/** A copy of a file with a few changes, after which many are still well-formed. */
export function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  let result = bytes
  for (let left = 1 + upTo(random, 3); left > 0; left--) result = changed(result, random)
  return result
}

function changed(bytes: Uint8Array, random: Random): Uint8Array {
  const at = upTo(random, bytes.length)
  const put = (start: number, end: number, ...parts: readonly (string | Uint8Array)[]) =>
    Buffer.concat([bytes.subarray(0, start), ...parts.map(toBytes), bytes.subarray(end)])
  const between = (first: string, last: string): [start: number, end: number] => {
    const start = bytes.indexOf(first.charCodeAt(0), at)
    const end = bytes.indexOf(last.charCodeAt(0), start + 1)
    return start < 0 || end < 0 ? [at, at] : [start + 1, end]
  }
  const value = () =>
    between(
      ...oneOf<[string, string]>(random, [
        ['>', '<'],
        ['"', '"'],
      ]),
    )
  switch (upTo(random, 8)) {
    case 0:
      return put(at, at + upTo(random, 4), Uint8Array.of(upTo(random, 256)))
    case 1:
      return put(at, at, oneOf(random, MARKUP))
    case 2:
      return put(...value(), oneOf(random, MARKUP))
    case 3:
      return put(...value(), numberText(random))
    case 4:
      return put(...value(), timeText(random))
    case 5: {
      const [start, end] = between('<', '>')
      const nameEnd = start + bytes.subarray(start, end).findIndex((byte) => byte <= 32)
      const place = nameEnd < start ? end : nameEnd
      return put(place, place, ' ', oneOf(random, ATTRIBUTES))
    }
    case 6: {
      const [start, end] = between('<', '>')
      return put(start - 1, end + 1, oneOf(random, ['', oneOf(random, MARKUP)]))
    }
    default: {
      const [start, end] = value()
      const old = bytes.subarray(start, end)
      return put(
        start,
        end,
        ...oneOf(random, [[old, old], [old, oneOf(random, MARKUP)], [' ', old], ['']]),
      )
    }
  }
}

const toBytes = (part: string | Uint8Array) =>
  typeof part === 'string' ? encoder.encode(part) : part
