import type { Catalogue } from './catalogue.ts';

export const pt: Catalogue = {
  sms: {
    login_code: '{code}: o seu código de acesso {brand}. Não o dê a ninguém.',
    registration_code: '{code}: o seu código para abrir conta {brand}.',
    password_reset_code: '{code}: o seu código para uma nova senha {brand}.',
    payment_approval_code: '{code} aprova {amount} para {merchant}. Se desconhece este pagamento, ignore. {brand}',
    password_changed: 'A sua senha {brand} mudou. Se desconhece isto, mude-a agora e avise.',
    two_factor_on: 'O acesso a {brand} pede agora um segundo passo. Se desconhece isto, mude a sua senha e avise.',
    two_factor_off:
      'O acesso a {brand} deixou de pedir um segundo passo. Se desconhece isto, mude a sua senha e avise.',
  },
  email: {
    login_code: {
      subject: 'O seu código de acesso a {brand}',
      text: 'O seu código de acesso é {code}.\n\nNão o dê a ninguém. Se não está a entrar, mude a sua senha.',
    },
    registration_code: {
      subject: 'O seu código de {brand}',
      text: 'O seu código para abrir uma conta é {code}.\n\nNão o dê a ninguém. Se não o pediu, ignore esta mensagem.',
    },
    password_reset_code: {
      subject: 'Uma nova senha de {brand}',
      text: 'O seu código para uma nova senha é {code}.\n\nSe não o pediu, ignore esta mensagem: a sua senha continua igual.',
    },
    payment_approval_code: {
      subject: 'Aprove um pagamento',
      text: 'O código {code} aprova {amount} para {merchant}.\n\nSe não está a pagar, não o dê a ninguém: nada será pago.',
    },
    password_changed: {
      subject: 'A sua senha de {brand} mudou',
      text: 'A sua senha mudou.\n\nSe não foi você, mude-a agora e avise-nos.',
    },
    two_factor_on: {
      subject: 'O seu acesso a {brand} pede um segundo passo',
      text: 'Para entrar na sua conta é agora preciso um código, além da senha.\n\nSe não foi você, mude a sua senha agora e avise-nos.',
    },
    two_factor_off: {
      subject: 'O seu acesso a {brand} já não pede um segundo passo',
      text: 'Para entrar na sua conta volta a bastar a senha.\n\nSe não foi você, mude a sua senha agora e avise-nos.',
    },
    developer_invitation: {
      subject: 'Tem um convite para {integration}',
      text: 'Tem um convite para trabalhar na integração {integration} de {brand}. Para aceitar, abra:\n\n{link}\n\nA ligação é só sua. Se não esperava um convite, ignore esta mensagem.',
    },
    webhook_failing: {
      subject: 'O seu destino de webhooks está a falhar (dia {day})',
      text: '{url} não respondeu 2xx a nenhuma entrega. Dias sem sucesso: {day}.\n\nNo dia 5 será desativado. Até lá as entregas são repetidas, e depois podem ser reenviadas.',
    },
    webhook_disabled: {
      subject: 'O seu destino de webhooks foi desativado',
      text: '{url} não respondeu 2xx a nenhuma entrega durante 5 dias e foi desativado.\n\nO que lhe falta fica guardado. Repare-o, ative-o e repita as entregas.',
    },
    close_reviewed: {
      subject: 'O fecho de {rail} de {day} foi revisto',
      text:
        'O dia {day} de {rail} está fechado e revisto.\n\n' +
        'No fornecedor: {there}\n' +
        'Nos nossos livros: {here}\nDiferença: {difference}, explicada por {items} itens.\n\n' +
        'Os documentos estão no painel: {link}',
    },
    schedule_upcoming: {
      subject: '{name}: {amount} serão pagos em {at}',
      text:
        'O pagamento programado {name} será feito em {at}.\n\n' +
        'Pessoas: {count}\nTotal: {amount}, mais taxas\n\n' +
        'Para mudar, pausar ou encerrar, abra:\n\n' +
        '{page}',
    },
    schedule_failed: {
      subject: '{name}: o pagamento programado não foi feito',
      text:
        'O pagamento programado {name} de {at} não foi feito.\n\n' +
        'Pessoas: {count}\nTotal: {amount}, mais taxas\n\n' +
        'O motivo, e o que fazer, está aqui:\n\n' +
        '{page}',
    },
    export_completed: {
      subject: 'A sua exportação está pronta',
      text: 'O ficheiro está pronto. Registos: {rows}.\n\nDescarregue-o nos próximos 7 dias:\n\n{page}',
    },
  },
};
