import { payloadTooLarge } from '@/errors'

const LARGEST_FORM = 64 * 1024
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/**
 * The text fields of a small form, urlencoded or multipart; none when the body is something else or broken. Files
 * are passed over.
 *
 * @throws 413 for a body of more than 64 KiB.
 */
export async function readFormFields(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  const fields = new URLSearchParams()
  if (!FORM.test(type)) return fields
  const body = new Response(await readAll(request), { headers: { 'content-type': type } })
  const form = await body.formData().catch(() => new FormData())
  form.forEach((value, name) => {
    if (typeof value === 'string') fields.append(name, value)
  })
  return fields
}

async function readAll(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > LARGEST_FORM) throw payloadTooLarge('the form is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
