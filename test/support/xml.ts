import { SaxesParser } from 'saxes'

/** The names of an element's ancestors and its own, and its own text. */
interface XmlNode {
  path: string
  text: string
}

/** All elements of a document, ordered by their end. @throws for a document that is not well-formed. */
export function parseXml(document: string): XmlNode[] {
  const open: XmlNode[] = []
  const closed: XmlNode[] = []
  const parser = new SaxesParser({})
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    const parent = open.at(-1)
    open.push({ path: parent ? `${parent.path}/${name}` : name, text: '' })
  })
  parser.on('text', (text) => {
    const current = open.at(-1)
    if (current) current.text += text
  })
  parser.on('closetag', () => {
    const node = open.pop()
    if (node) closed.push(node)
  })
  parser.write(document).close()
  return closed
}
