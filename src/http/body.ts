/**
 * Reads a JSON body so that nothing is judged before access was checked: what is no JSON object becomes null, which
 * no schema accepts; an empty body says nothing. Forms stay unread (null as well): the routes that want one read it.
 */
export async function readBody(request: Request, contentType: string): Promise<unknown> {
  if (FORMS.includes(contentType)) return null
  if (contentType !== 'application/json') return undefined
  const text = await request.text()
  if (text === '') return {}
  if (text.length > LARGEST_JSON) return null
  try {
    const value: unknown = JSON.parse(text, withoutOverrides)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Names that would stand in for what every object can do; whoever writes an object into a text relies on that. */
const OVERRIDES = ['toString', 'valueOf', '__proto__']

const withoutOverrides = (name: string, value: unknown) =>
  OVERRIDES.includes(name) ? undefined : value

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']
const LARGEST_JSON = 4 * 1024 * 1024
