import type { Catalogue } from './catalogue.ts';

export const ht: Catalogue = {
  sms: {
    login_code: '{code} se kòd ou pou konekte sou {brand}. Pa bay pèsonn li.',
    registration_code: '{code} se kòd ou pou louvri yon kont {brand}. Pa bay pèsonn li.',
    password_reset_code: '{code} se kòd ou pou chanje modpas {brand} ou. Si ou pa t mande l, inyore mesaj sa a.',
    payment_approval_code: '{code} apwouve {amount} pou {merchant}. Si se pa ou menm, pa bay pèsonn li. {brand}',
    password_changed: 'Modpas {brand} ou chanje. Si se pa ou menm, chanje l kounye a epi avèti nou.',
    two_factor_on:
      'Pou konekte sou {brand} kounye a fòk ou bay yon dezyèm kòd. Si se pa ou menm, chanje modpas ou epi avèti nou.',
    two_factor_off:
      'Pou konekte sou {brand} pa bezwen dezyèm kòd ankò. Si se pa ou menm, chanje modpas ou epi avèti nou.',
  },
  email: {
    login_code: {
      subject: 'Kòd ou pou konekte sou {brand}',
      text: 'Kòd ou pou konekte se {code}.\n\nPa bay pèsonn li. Si ou pa ap konekte, chanje modpas ou.',
    },
    registration_code: {
      subject: 'Kòd {brand} ou',
      text: 'Kòd ou pou louvri yon kont se {code}.\n\nPa bay pèsonn li. Si ou pa t mande l, inyore mesaj sa a.',
    },
    password_reset_code: {
      subject: 'Yon nouvo modpas {brand}',
      text: 'Kòd ou pou yon nouvo modpas se {code}.\n\nSi ou pa t mande l, inyore mesaj sa a: modpas ou rete menm jan.',
    },
    payment_approval_code: {
      subject: 'Apwouve yon peman',
      text: 'Kòd {code} apwouve {amount} pou {merchant}.\n\nSi se pa ou menm k ap peye, pa bay pèsonn li: anyen p ap peye.',
    },
    password_changed: {
      subject: 'Modpas {brand} ou chanje',
      text: 'Modpas ou chanje.\n\nSi se pa ou menm, chanje l kounye a epi avèti nou.',
    },
    two_factor_on: {
      subject: 'Koneksyon {brand} ou mande yon dezyèm kòd',
      text: 'Pou konekte sou kont ou, kounye a fòk ou bay yon kòd anplis modpas la.\n\nSi se pa ou menm, chanje modpas ou kounye a epi avèti nou.',
    },
    two_factor_off: {
      subject: 'Koneksyon {brand} ou pa mande dezyèm kòd ankò',
      text: 'Pou konekte sou kont ou, modpas la sifi ankò.\n\nSi se pa ou menm, chanje modpas ou kounye a epi avèti nou.',
    },
    developer_invitation: {
      subject: 'Yo envite w nan {integration}',
      text: 'Yo envite w travay ak {integration} sou {brand}. Pou aksepte, louvri:\n\n{link}\n\nLyen an se pou ou sèlman. Si ou pa t ap tann yon envitasyon, inyore mesaj sa a.',
    },
    webhook_failing: {
      subject: 'Destinasyon webhook ou a pa mache (jou {day})',
      text: '{url} pa reponn 2xx pou okenn livrezon. Jou san siksè: {day}.\n\nNan jou 5 l ap dezaktive. Jouk lè sa a n ap reeseye livrezon yo, epi apre ou ka fè voye yo ankò.',
    },
    webhook_disabled: {
      subject: 'Destinasyon webhook ou a dezaktive',
      text: '{url} pa reponn 2xx pou okenn livrezon pandan 5 jou, epi li dezaktive.\n\nLivrezon li manke yo, nou kenbe yo. Repare l, aktive l, epi voye livrezon yo ankò.',
    },
    close_reviewed: {
      subject: 'Fèmti {rail} pou {day} verifye',
      text:
        'Jounen {day} pou {rail} fèmen epi li verifye.\n\n' +
        'Kay founisè a: {there}\n' +
        'Nan liv nou yo: {here}\nDiferans: {difference}, {items} eleman eksplike l.\n\n' +
        'Dokiman yo nan tablo a: {link}',
    },
    schedule_upcoming: {
      subject: '{name}: {amount} ap peye {at}',
      text:
        'Peman pwograme {name} ap fèt {at}.\n\n' +
        'Moun: {count}\nTotal: {amount}, plis frè yo\n\n' +
        'Pou chanje l, mete l an poz oswa fini l, louvri:\n\n' +
        '{page}',
    },
    schedule_failed: {
      subject: '{name}: peman pwograme a pa fèt',
      text:
        'Peman pwograme {name} pou {at} pa fèt.\n\n' +
        'Moun: {count}\nTotal: {amount}, plis frè yo\n\n' +
        'Rezon an, ak sa pou fè, la a:\n\n' +
        '{page}',
    },
    transfer_upcoming: {
      subject: '{name}: {amount} ap transfere {at}',
      text:
        'Transfè pwograme {name} ap fèt {at}.\n\n' +
        'Montan: {amount}\n\n' +
        'Pou chanje l, mete l an poz oswa fini l, louvri:\n\n' +
        '{page}',
    },
    transfer_failed: {
      subject: '{name}: transfè pwograme a pa fèt',
      text:
        'Transfè pwograme {name} pou {at} pa fèt.\n\n' +
        'Montan: {amount}\n\n' +
        'Rezon an, ak sa pou fè, la a:\n\n' +
        '{page}',
    },
    alerts_code: {
      subject: 'Kòd {brand} ou pou imèl',
      text:
        'Kòd ou se {code}.\n\n' +
        'Li konfime adrès sa a pou avi ak rezime. Si ou pa t mande l, inyore mesaj sa a: nou p ap voye anyen ankò.',
    },
    payment_arrived: {
      subject: 'Ou resevwa {amount}',
      text: '{amount} rive pou {integration}.\n\nPeman an:\n\n{page}\n\n' + 'Chwazi imèl ou yo:\n\n{settings}',
    },
    payments_arrived: {
      subject: '{count} peman: {amount}',
      text:
        '{count} peman rive pou {integration} depi dènye mesaj la: {amount}.\n\nPeman yo:\n\n{page}\n\n' +
        'Chwazi imèl ou yo:\n\n{settings}',
    },
    daily_summary: {
      subject: '{integration}: {day}',
      text:
        'Rezime {day} pou {integration}\n\n' + '{lines}\n\nTablo a:\n\n{page}\n\n' + 'Chwazi imèl ou yo:\n\n{settings}',
    },
    export_completed: {
      subject: 'Ekspòtasyon ou a pare',
      text: 'Fichye ekspòtasyon ou a pare. Anrejistreman: {rows}.\n\nTelechaje l nan 7 jou ki vini yo:\n\n{page}',
    },
  },
};
