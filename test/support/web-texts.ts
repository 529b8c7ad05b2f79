/** Lets tests of the web UI speak English, as the page does once its texts have arrived. */
import { plugin } from 'bun'
import { compileCatalogue } from '@/build/compile-texts'
import { type Catalogue, speak } from '@/web/i18n/text'

plugin({
  name: 'compile-texts',
  setup: (build) => {
    build.onLoad({ filter: /\/locales\/[^/]+\/web\.json$/ }, ({ path }) => ({
      exports: { default: compileCatalogue(path) },
      loader: 'object',
    }))
  },
})
const english: { default: unknown } = await import('@/reference/locales/en/web.json')
speak('en', english.default as Catalogue)
