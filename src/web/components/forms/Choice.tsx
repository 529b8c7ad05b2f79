import { Select } from '@mantine/core'
import languages from '@/domain/reference/languages.json'
import { toLocale } from '@/web/format/dates'
import { t } from '@/web/i18n/text'

/** A select with a few options, one of which is always chosen. */
export function Choice<Value extends string>({
  label,
  description,
  options,
  value,
  searchable = false,
  onChange,
}: {
  label: string
  description?: string
  options: readonly { value: Value; label: string }[]
  value: Value
  searchable?: boolean
  onChange: (value: Value) => void
}) {
  return (
    <Select
      label={label}
      description={description}
      data={options}
      value={value}
      onChange={(picked) => {
        const option = options.find((one) => one.value === picked)
        if (option) onChange(option.value)
      }}
      size="md"
      searchable={searchable}
      allowDeselect={false}
      maxDropdownHeight={300}
    />
  )
}

/** Chooses one of the languages of accounts and emails. */
export function LanguageChoice({
  description,
  value,
  onChange,
}: {
  description?: string
  value: string
  onChange: (language: string) => void
}) {
  return (
    <Choice
      label={t('prefs.language')}
      {...(description !== undefined && { description })}
      options={languages.languages.map(({ code }) => ({ value: code, label: languageName(code) }))}
      value={value}
      searchable
      onChange={onChange}
    />
  )
}

/** Returns the name of a language in that language. */
function languageName(code: string): string {
  const tag = toLocale(code)
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? code
}
