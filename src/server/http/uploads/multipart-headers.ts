/** The names in the `Content-Disposition` of a part. */
export interface Disposition {
  name: string
  /** Undefined for a plain field; '' when the client chose no file. */
  fileName: string | undefined
}

/** The boundary of a multipart content type, quoted or not. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined
  const match = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  return match?.[1] ?? match?.[2]
}

/** Parses the header lines of one part; `filename*` (RFC 5987) takes precedence over `filename`. */
export function disposition(header: string): Disposition {
  const line = /^content-disposition:(.*)$/im.exec(header)?.[1] ?? ''
  const encoded = /;\s*filename\*=\s*utf-8''([^;\s]+)/i.exec(line)?.[1]
  const plain = parameter(line, 'filename')
  return {
    name: parameter(line, 'name') ?? '',
    fileName: encoded === undefined ? plain : decodePercent(encoded),
  }
}

function parameter(line: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(line)
  if (!match) return undefined
  return match[1] === undefined ? match[2] : match[1].replace(/\\(["\\])/g, '$1')
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
