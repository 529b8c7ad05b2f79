/** Sends rows of CSV as a download while they are read. */
export const sendCsv = (fileName: string, rows: AsyncGenerator<string>): Response =>
  new Response(toStream(rows), {
    headers: {
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-type': 'text/csv; charset=utf-8',
    },
  })

/** Encodes a text stream as UTF-8. */
function toStream(texts: AsyncGenerator<string>): ReadableStream {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await texts.return(undefined)),
  })
}
