/** Loads English texts for tests of the web UI, as the page does once its texts have arrived. */
import { plugin } from 'bun'
import { compileCatalogue } from '@/build/web/compile-texts'
import { type Catalogue, setLanguage } from '@/web/i18n/text'

plugin({
  name: 'compile-texts',
  setup: (build) => {
    build.onLoad({ filter: /\/locales\/[^/]+\/web\.json$/ }, ({ path }) => ({
      exports: { default: compileCatalogue(path) },
      loader: 'object',
    }))
  },
})
const english: { default: unknown } = await import('@/domain/reference/locales/en/web.json')
setLanguage('en', english.default as Catalogue)
