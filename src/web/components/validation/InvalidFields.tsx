import { t } from '@/web/i18n/text'
import classes from './InvalidFields.module.css'
import { focusField, type InvalidField } from './invalid-fields'

/** The number of invalid fields with their names, which lead to the fields. Screen readers announce it. */
export function InvalidFields({ fields }: { fields: readonly InvalidField[] }) {
  if (fields.length === 0) return null
  return (
    <div className={classes.summary} role="alert">
      <p>{t('form.invalid', { count: fields.length })}</p>
      <ul className={classes.fields}>
        {fields.map(({ control, label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have the same label.
          <li key={index}>
            <button type="button" className={classes.field} onClick={() => focusField(control)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
