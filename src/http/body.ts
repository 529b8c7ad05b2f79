/**
 * Reads a JSON body so that nothing is judged before access was checked: what is no JSON object becomes null, which
 * no schema accepts. Forms stay unread (null as well): the routes that want one read it.
 */
export async function readBody(request: Request, contentType: string): Promise<unknown> {
  if (FORMS.includes(contentType)) return null
  if (contentType !== 'application/json') return undefined
  const text = await request.text()
  if (text === '') return undefined
  if (text.length > LARGEST_JSON) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']
const LARGEST_JSON = 4 * 1024 * 1024
