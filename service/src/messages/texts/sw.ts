import type { Catalogue } from './catalogue.ts';

export const sw: Catalogue = {
  sms: {
    login_code: '{code} ni msimbo wako wa kuingia {brand}. Usimpe mtu yeyote.',
    registration_code: '{code} ni msimbo wako wa kufungua akaunti ya {brand}. Usimpe mtu yeyote.',
    password_reset_code: '{code} ni msimbo wako wa kubadilisha nenosiri la {brand}. Kama hukuuomba, puuza ujumbe huu.',
    payment_approval_code: '{code} inaidhinisha {amount} kwa {merchant}. Kama si wewe, usimpe mtu yeyote. {brand}',
    password_changed: 'Nenosiri lako la {brand} limebadilishwa. Kama si wewe, libadilishe sasa na utuarifu.',
    two_factor_on: 'Kuingia {brand} sasa kunahitaji hatua ya pili. Kama si wewe, badilisha nenosiri lako na utuarifu.',
    two_factor_off: 'Kuingia {brand} hakuhitaji tena hatua ya pili. Kama si wewe, badilisha nenosiri lako na utuarifu.',
  },
  email: {
    login_code: {
      subject: 'Msimbo wako wa kuingia {brand}',
      text: 'Msimbo wako wa kuingia ni {code}.\n\nUsimpe mtu yeyote. Kama huingii sasa, badilisha nenosiri lako.',
    },
    registration_code: {
      subject: 'Msimbo wako wa {brand}',
      text: 'Msimbo wako wa kufungua akaunti ni {code}.\n\nUsimpe mtu yeyote. Kama hukuuomba, puuza ujumbe huu.',
    },
    password_reset_code: {
      subject: 'Nenosiri jipya la {brand}',
      text: 'Msimbo wako wa kuweka nenosiri jipya ni {code}.\n\nKama hukuuomba, puuza ujumbe huu: nenosiri lako halibadiliki.',
    },
    payment_approval_code: {
      subject: 'Idhinisha malipo',
      text: 'Msimbo {code} unaidhinisha {amount} kwa {merchant}.\n\nKama hulipi, usimpe mtu yeyote: hakuna kitakacholipwa.',
    },
    password_changed: {
      subject: 'Nenosiri lako la {brand} limebadilishwa',
      text: 'Nenosiri lako limebadilishwa.\n\nKama si wewe, libadilishe sasa na utuarifu.',
    },
    two_factor_on: {
      subject: 'Kuingia {brand} kunahitaji hatua ya pili',
      text: 'Ili kuingia kwenye akaunti yako, sasa unahitaji msimbo pamoja na nenosiri.\n\nKama si wewe, badilisha nenosiri lako sasa na utuarifu.',
    },
    two_factor_off: {
      subject: 'Kuingia {brand} hakuhitaji tena hatua ya pili',
      text: 'Ili kuingia kwenye akaunti yako, nenosiri pekee linatosha tena.\n\nKama si wewe, badilisha nenosiri lako sasa na utuarifu.',
    },
    developer_invitation: {
      subject: 'Umealikwa kwenye {integration}',
      text: 'Umealikwa kufanya kazi na {integration} kwenye {brand}. Kukubali, fungua:\n\n{link}\n\nKiungo ni chako pekee. Kama hukutarajia mwaliko, puuza ujumbe huu.',
    },
    webhook_failing: {
      subject: 'Kituo chako cha webhook kinashindwa (siku ya {day})',
      text: '{url} haijajibu 2xx kwa uwasilishaji wowote. Siku bila mafanikio: {day}.\n\nSiku ya 5 itazimwa. Hadi hapo tunajaribu tena, na baadaye unaweza kuutuma tena.',
    },
    webhook_disabled: {
      subject: 'Kituo chako cha webhook kimezimwa',
      text: '{url} haijajibu 2xx kwa uwasilishaji wowote kwa siku 5, na imezimwa.\n\nUwasilishaji unaokosekana umehifadhiwa. Irekebishe, iwashe, kisha uutume tena.',
    },
    close_reviewed: {
      subject: 'Ufungaji wa {rail} wa {day} umekaguliwa',
      text:
        'Siku {day} ya {rail} imefungwa na kukaguliwa.\n\n' +
        'Kwa mtoa huduma: {there}\n' +
        'Katika vitabu vyetu: {here}\nTofauti: {difference}, imeelezwa na vipengele {items}.\n\n' +
        'Hati ziko kwenye dashibodi: {link}',
    },
    schedule_upcoming: {
      subject: '{name}: {amount} zitalipwa {at}',
      text:
        'Malipo yaliyopangwa {name} yatafanyika {at}.\n\n' +
        'Watu: {count}\nJumla: {amount}, pamoja na ada\n\n' +
        'Kubadilisha, kusimamisha au kumaliza, fungua:\n\n' +
        '{page}',
    },
    schedule_failed: {
      subject: '{name}: malipo yaliyopangwa hayakufanyika',
      text:
        'Malipo yaliyopangwa {name} ya {at} hayakufanyika.\n\n' +
        'Watu: {count}\nJumla: {amount}, pamoja na ada\n\n' +
        'Sababu, na cha kufanya, viko hapa:\n\n' +
        '{page}',
    },
    transfer_upcoming: {
      subject: '{name}: {amount} zitahamishwa {at}',
      text:
        'Uhamisho uliopangwa {name} utafanyika {at}.\n\n' +
        'Kiasi: {amount}\n\n' +
        'Kubadilisha, kusimamisha au kumaliza, fungua:\n\n' +
        '{page}',
    },
    transfer_failed: {
      subject: '{name}: uhamisho uliopangwa haukufanyika',
      text:
        'Uhamisho uliopangwa {name} wa {at} haukufanyika.\n\n' +
        'Kiasi: {amount}\n\n' +
        'Sababu, na cha kufanya, viko hapa:\n\n' +
        '{page}',
    },
    alerts_code: {
      subject: 'Msimbo wako wa {brand} wa barua pepe',
      text:
        'Msimbo wako ni {code}.\n\n' +
        'Unathibitisha anwani hii kwa arifa na muhtasari. Kama hukuuomba, puuza ujumbe huu: hakuna kingine ' +
        'kinachotumwa.',
    },
    payment_arrived: {
      subject: 'Umepokea {amount}',
      text: '{amount} zimefika kwa {integration}.\n\nMalipo:\n\n{page}\n\n' + 'Chagua barua pepe zako:\n\n{settings}',
    },
    payments_arrived: {
      subject: 'Malipo {count}: {amount}',
      text:
        'Malipo {count} yamefika kwa {integration} tangu ujumbe wa mwisho: {amount}.\n\nMalipo:\n\n{page}\n\n' +
        'Chagua barua pepe zako:\n\n{settings}',
    },
    daily_summary: {
      subject: '{integration}: {day}',
      text:
        'Muhtasari wa {day} kwa {integration}\n\n{lines}\n\nDashibodi:\n\n{page}\n\n' +
        'Chagua barua pepe zako:\n\n{settings}',
    },
    export_completed: {
      subject: 'Faili yako ya data iko tayari',
      text: 'Faili ya data uliyoomba iko tayari. Rekodi: {rows}.\n\nIpakue ndani ya siku 7:\n\n{page}',
    },
  },
};
