import type { Catalogue } from './catalogue.ts';

export const fr: Catalogue = {
  sms: {
    login_code: '{code} est votre code de connexion {brand}. Ne le donnez à personne.',
    registration_code: '{code} est votre code pour ouvrir un compte {brand}. Ne le donnez à personne.',
    password_reset_code: '{code} est votre code pour un nouveau mot de passe {brand}. Pas vous ? Ignorez-le.',
    payment_approval_code: '{code} approuve {amount} à {merchant}. Pas vous ? Ne le donnez à personne. {brand}',
    password_changed: 'Votre mot de passe {brand} a changé. Pas vous ? Changez-le tout de suite et prévenez-nous.',
    two_factor_on:
      'Votre connexion {brand} demande maintenant un code en plus. Pas vous ? Changez votre mot de passe et prévenez-nous.',
    two_factor_off:
      'Votre connexion {brand} ne demande plus de second code. Pas vous ? Changez votre mot de passe et prévenez-nous.',
  },
  email: {
    login_code: {
      subject: 'Votre code de connexion {brand}',
      text: 'Votre code de connexion est {code}.\n\nNe le donnez à personne. Si vous ne vous connectez pas en ce moment, changez de mot de passe.',
    },
    registration_code: {
      subject: 'Votre code {brand}',
      text: 'Votre code pour ouvrir un compte est {code}.\n\nNe le donnez à personne. Si vous ne l’avez pas demandé, ignorez ce message.',
    },
    password_reset_code: {
      subject: 'Un nouveau mot de passe {brand}',
      text: 'Votre code pour un nouveau mot de passe est {code}.\n\nSi vous ne l’avez pas demandé, ignorez ce message : votre mot de passe reste le même.',
    },
    payment_approval_code: {
      subject: 'Approuvez un paiement',
      text: 'Le code {code} approuve {amount} à {merchant}.\n\nSi vous ne payez pas, ne le donnez à personne : rien ne sera payé.',
    },
    password_changed: {
      subject: 'Votre mot de passe {brand} a changé',
      text: 'Votre mot de passe a été changé.\n\nSi ce n’était pas vous, changez-le tout de suite et prévenez-nous.',
    },
    two_factor_on: {
      subject: 'Votre connexion {brand} demande un second code',
      text: 'Pour vous connecter, il faut maintenant un code en plus du mot de passe.\n\nSi ce n’était pas vous, changez votre mot de passe tout de suite et prévenez-nous.',
    },
    two_factor_off: {
      subject: 'Votre connexion {brand} ne demande plus de second code',
      text: 'Pour vous connecter, le mot de passe suffit de nouveau.\n\nSi ce n’était pas vous, changez votre mot de passe tout de suite et prévenez-nous.',
    },
    developer_invitation: {
      subject: 'Vous êtes invité à {integration}',
      text: 'Vous êtes invité à travailler avec {integration} sur {brand}. Pour accepter, ouvrez :\n\n{link}\n\nCe lien est à vous seul. Si vous n’attendiez pas d’invitation, ignorez ce message.',
    },
    webhook_failing: {
      subject: 'Votre point d’accès de webhooks échoue (jour {day})',
      text: '{url} n’a répondu 2xx à aucune livraison. Jours sans succès : {day}.\n\nLe jour 5, il sera désactivé. Jusque-là les livraisons sont retentées ; elles pourront être renvoyées ensuite.',
    },
    webhook_disabled: {
      subject: 'Votre point d’accès de webhooks est désactivé',
      text: '{url} n’a répondu 2xx à aucune livraison pendant 5 jours et a été désactivé.\n\nLes livraisons manquées sont retenues. Réparez-le, activez-le, puis rejouez les livraisons.',
    },
    close_reviewed: {
      subject: 'La clôture de {rail} du {day} est vérifiée',
      text:
        'La journée {day} du rail {rail} est clôturée et vérifiée.\n\n' +
        'Chez le prestataire : {there}\n' +
        'Dans nos livres : {here}\nÉcart : {difference}, expliqué par {items} éléments.\n\n' +
        'Les documents sont dans le tableau de bord : {link}',
    },
    schedule_upcoming: {
      subject: '{name} : {amount} seront versés le {at}',
      text:
        'Le versement programmé {name} part le {at}.\n\n' +
        'Personnes : {count}\nTotal : {amount}, plus les frais\n\n' +
        'Pour le modifier, le suspendre ou y mettre fin, ouvrez :\n\n' +
        '{page}',
    },
    schedule_failed: {
      subject: '{name} : le versement programmé n’a pas été fait',
      text:
        'Le versement programmé {name} du {at} n’a pas été fait.\n\n' +
        'Personnes : {count}\nTotal : {amount}, plus les frais\n\n' +
        'La raison, et ce qu’il faut faire, sont ici :\n\n' +
        '{page}',
    },
    transfer_upcoming: {
      subject: '{name} : {amount} seront transférés le {at}',
      text:
        'Le transfert programmé {name} part le {at}.\n\n' +
        'Montant : {amount}\n\n' +
        'Pour le modifier, le suspendre ou y mettre fin, ouvrez :\n\n' +
        '{page}',
    },
    transfer_failed: {
      subject: '{name} : le transfert programmé n’a pas été fait',
      text:
        'Le transfert programmé {name} du {at} n’a pas été fait.\n\n' +
        'Montant : {amount}\n\n' +
        'La raison, et ce qu’il faut faire, sont ici :\n\n' +
        '{page}',
    },
    alerts_code: {
      subject: 'Votre code {brand} pour les e-mails',
      text:
        'Votre code est {code}.\n\n' +
        'Il confirme cette adresse pour les alertes et les résumés. Si vous ne l’avez pas demandé, ignorez ' +
        'ce message : rien d’autre n’est envoyé.',
    },
    payment_arrived: {
      subject: 'Vous avez reçu {amount}',
      text:
        '{amount} sont arrivés pour {integration}.\n\nLe paiement :\n\n{page}\n\n' +
        'Choisir vos e-mails :\n\n{settings}',
    },
    payments_arrived: {
      subject: '{count} paiements : {amount}',
      text:
        '{count} paiements sont arrivés pour {integration} depuis le dernier message : {amount}.\n\n' +
        'Les paiements :\n\n{page}\n\n' +
        'Choisir vos e-mails :\n\n{settings}',
    },
    daily_summary: {
      subject: '{integration} : {day}',
      text:
        'Résumé du {day} pour {integration}\n\n{lines}\n\nLe tableau de bord :\n\n{page}\n\n' +
        'Choisir vos e-mails :\n\n{settings}',
    },
    export_completed: {
      subject: 'Votre export est prêt',
      text: 'Le fichier est prêt. Enregistrements : {rows}.\n\nTéléchargez-le dans les 7 jours :\n\n{page}',
    },
  },
};
