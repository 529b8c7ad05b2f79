/** Draws what imports what: rooms and the number of imports between them, as a Mermaid graph. */
import { linksOf, readFile, roomLinks } from './floor-plan'
import { readSources } from './source'

const files = (await readSources()).map(readFile)
const arrows = Map.groupBy(
  roomLinks(files.flatMap(linksOf)),
  ({ from, to }) => `  ${from.replace('/', '_')}["${from}"] --> ${to.replace('/', '_')}["${to}"]`,
)
const isWing = (room: string) => room.startsWith('use-cases/')
const wings = [...arrows.values()].flat().filter(({ from, to }) => isWing(from) && isWing(to))

console.log('graph TD')
for (const [arrow, links] of arrows) console.log(arrow.replace('-->', `-- ${links.length} -->`))
console.log(`%% ${files.length} files, ${wings.length} imports between wings`)
