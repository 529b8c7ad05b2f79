import { useQuery } from '@tanstack/react-query'
import { timezonesQuery } from '@/web/api/accounts/profile'
import { Choice, LanguageChoice } from '@/web/components/forms/Choice'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { DATE_FORMATS, type PreferenceForm } from './preference-fields'
import { Toggles } from './Toggles'

const FLAGS = [
  ['imperial_units', 'prefs.imperial'],
  ['weekm', 'prefs.monday'],
  ['display_ascent', 'prefs.ascent'],
] as const

/** Language, dates, units and colours. */
export function DisplayPanel({ form }: { form: PreferenceForm }) {
  const { data: zones = [] } = useQuery(timezonesQuery)
  const { values, setFieldValue: set } = form
  const dark = values.use_dark_mode === null ? 'auto' : values.use_dark_mode ? 'dark' : 'light'
  const zoneNames = zones.includes(values.timezone) ? zones : [values.timezone, ...zones]
  return (
    <Panel title={t('prefs.display')}>
      <FieldPair>
        <LanguageChoice
          description={t('prefs.languageHint')}
          value={values.language}
          onChange={(language) => set('language', language)}
        />
        <Choice
          label={t('prefs.timezone')}
          description={t('prefs.timezoneHint')}
          options={zoneNames.map((value) => ({ value, label: value }))}
          value={values.timezone}
          searchable
          onChange={(zone) => set('timezone', zone)}
        />
        <Choice
          label={t('prefs.dateFormat')}
          options={DATE_FORMATS.map((value) => ({
            value,
            label: value === 'date_string' ? t('prefs.dateByLanguage') : value,
          }))}
          value={values.date_format}
          onChange={(format) => set('date_format', format)}
        />
        <Choice
          label={t('scheme.label')}
          options={[
            { value: 'auto', label: t('scheme.auto') },
            { value: 'light', label: t('scheme.light') },
            { value: 'dark', label: t('scheme.dark') },
          ]}
          value={dark}
          onChange={(scheme) => set('use_dark_mode', scheme === 'auto' ? null : scheme === 'dark')}
        />
      </FieldPair>
      <Toggles form={form} flags={FLAGS} />
    </Panel>
  )
}
