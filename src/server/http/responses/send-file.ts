/** A file to download. */
export interface Download {
  path: string
  type: string
  /** Name the browser saves it under; ASCII. */
  name: string
}

/** Streams a file as an attachment. Supports a single `Range`, so that downloads can be resumed. */
export function sendFile(request: Request, { path, type, name }: Download): Response {
  const file = Bun.file(path)
  const headers = {
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="${name}"`,
    'content-type': type,
  }
  const range = requestedRange(request.headers.get('range'), file.size)
  if (range === undefined) return new Response(file, { headers })
  if (range === 'outside')
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${file.size}` },
    })
  const [start, end] = range
  return new Response(file.slice(start, end + 1), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${file.size}` },
  })
}

/** First and last requested byte; undefined for the whole file. */
function requestedRange(
  header: string | null,
  size: number,
): [number, number] | 'outside' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'outside' : [start, end]
}
