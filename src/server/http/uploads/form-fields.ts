import { readLimited, requireEncoding } from '@/server/http/body'

const MAX_FORM = 64 * 1024
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/**
 * The text fields of a small form, urlencoded or multipart. Empty when the body has another type or is malformed. Files
 * are skipped.
 *
 * @throws 413 for a body of more than 64 KiB.
 */
export async function readFormFields(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  const fields = new URLSearchParams()
  if (!FORM.test(type)) return fields
  requireEncoding(request)
  const bytes = await readLimited(request, MAX_FORM, 'the form is too large')
  const body = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
  const form = await body.formData().catch(() => new FormData())
  form.forEach((value, name) => {
    if (typeof value === 'string') fields.append(name, value)
  })
  return fields
}
