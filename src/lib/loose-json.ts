const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Parses JSON in which strings may hold raw line breaks and tabs, as a widespread client writes it; undefined for
 * text that is no JSON even so.
 */
export function parseLooseJson(text: string): unknown {
  try {
    return JSON.parse(escapeControls(text))
  } catch {
    return undefined
  }
}

const escapeControls = (text: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"/gs, (literal) => [...literal].map(escapeOne).join(''))

function escapeOne(character: string): string {
  if (character >= ' ') return character
  return ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
