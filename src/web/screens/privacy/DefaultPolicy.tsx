import { t } from '@/web/i18n/text'
import classes from './DefaultPolicy.module.css'

const PARTS = [
  ['privacy.what', 'privacy.whatText'],
  ['privacy.who', 'privacy.whoText'],
  ['privacy.others', 'privacy.othersText'],
  ['privacy.browser', 'privacy.browserText'],
  ['privacy.rights', 'privacy.rightsText'],
] as const

/** The policy of servers whose administrator wrote none. */
export function DefaultPolicy({ contact }: { contact: string | null }) {
  return (
    <div className={classes.policy}>
      {PARTS.map(([title, text]) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <p>{t(text)}</p>
        </section>
      ))}
      {contact && (
        <p>
          {t('about.contact')}: <a href={`mailto:${contact}`}>{contact}</a>
        </p>
      )}
    </div>
  )
}
