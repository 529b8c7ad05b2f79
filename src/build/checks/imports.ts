/** Prints a Mermaid graph of the units and the number of imports between them. */
import { linksOf, readFile, unitLinks, VIEWS } from './dependency-rules'
import { readSources } from './source'

const files = (await readSources()).map(readFile)
const arrows = Map.groupBy(
  unitLinks(files.flatMap(linksOf)),
  ({ from, to }) => `  ${from.replace('/', '_')}["${from}"] --> ${to.replace('/', '_')}["${to}"]`,
)
const isArea = (unit: string) => unit.startsWith('use-cases/') && unit !== VIEWS
const acrossAreas = [...arrows.values()].flat().filter(({ from, to }) => isArea(from) && isArea(to))

console.log('graph TD')
for (const [arrow, links] of arrows) console.log(arrow.replace('-->', `-- ${links.length} -->`))
console.log(`%% ${files.length} files, ${acrossAreas.length} imports between areas of use cases`)
