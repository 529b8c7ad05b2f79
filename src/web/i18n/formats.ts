/** Formats of the browser, each made once: making one takes a hundred times as long as using it. */

/** Gives what `make` makes of a locale and options, the same object for the same ones. */
function kept<Options, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const format = formats.get(key) ?? make(locale, options)
    formats.set(key, format)
    return format
  }
}

/** Writes dates and times. @throws RangeError for a locale or zone that there is not */
export const dateFormat = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

/** Writes numbers, always in the digits 0 to 9. */
export const numberFormat = kept(
  (locale, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { ...options, numberingSystem: 'latn' }),
)

/** Tells which plural form a number takes. */
export const pluralRules = kept(
  (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
)
