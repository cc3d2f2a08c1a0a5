import type { Catalogue } from './catalogue.ts';

export const pt: Catalogue = {
  sms: {
    login_code: '{code}: seu código de acesso {brand}. Não passe a ninguém.',
    registration_code: '{code}: seu código para abrir conta {brand}.',
    password_reset_code: '{code}: seu código para uma nova senha {brand}.',
    payment_approval_code: '{code} aprova {amount} para {merchant}. Se desconhece este pagamento, ignore. {brand}',
    password_changed: 'Sua senha {brand} mudou. Se desconhece isso, troque de novo agora e avise.',
    two_factor_on: 'Entrar em {brand} agora pede uma segunda etapa. Se desconhece isso, troque sua senha e avise.',
    two_factor_off:
      'Entrar em {brand} deixou de pedir uma segunda etapa. Se desconhece isso, troque sua senha e avise.',
  },
  email: {
    login_code: {
      subject: 'Seu código de acesso {brand}',
      text: 'Seu código de acesso é {code}.\n\nNão passe a ninguém. Se você não está entrando, troque sua senha.',
    },
    registration_code: {
      subject: 'Seu código {brand}',
      text: 'Seu código para abrir uma conta é {code}.\n\nNão passe a ninguém. Se não pediu, ignore esta mensagem.',
    },
    password_reset_code: {
      subject: 'Uma nova senha {brand}',
      text: 'Seu código para uma nova senha é {code}.\n\nSe não pediu, ignore esta mensagem: sua senha continua igual.',
    },
    payment_approval_code: {
      subject: 'Aprove um pagamento',
      text: 'O código {code} aprova {amount} para {merchant}.\n\nSe você não está pagando, não passe a ninguém: nada será pago.',
    },
    password_changed: {
      subject: 'Sua senha {brand} mudou',
      text: 'Sua senha mudou.\n\nSe não foi você, troque agora e nos avise.',
    },
    two_factor_on: {
      subject: 'Entrar em {brand} pede uma segunda etapa',
      text: 'Para entrar na sua conta, agora é preciso um código, além da senha.\n\nSe não foi você, troque sua senha agora e nos avise.',
    },
    two_factor_off: {
      subject: 'Entrar em {brand} não pede mais uma segunda etapa',
      text: 'Para entrar na sua conta, a senha volta a ser suficiente.\n\nSe não foi você, troque sua senha agora e nos avise.',
    },
    developer_invitation: {
      subject: 'Você tem um convite para {integration}',
      text: 'Você tem um convite para trabalhar com {integration} na {brand}. Para aceitar, abra:\n\n{link}\n\nO link é só seu. Se você não esperava um convite, ignore esta mensagem.',
    },
    webhook_failing: {
      subject: 'Seu destino de webhooks está falhando (dia {day})',
      text: '{url} não respondeu 2xx a nenhuma entrega. Dias sem sucesso: {day}.\n\nNo dia 5 será desativado. Até lá as entregas são repetidas, e depois podem ser reenviadas.',
    },
    webhook_disabled: {
      subject: 'Seu destino de webhooks foi desativado',
      text: '{url} não respondeu 2xx a nenhuma entrega durante 5 dias e foi desativado.\n\nAs entregas que faltam ficam guardadas. Conserte, ative e repita as entregas.',
    },
    close_reviewed: {
      subject: 'O fechamento de {rail} de {day} foi revisado',
      text:
        'O dia {day} de {rail} está fechado e revisado.\n\n' +
        'No provedor: {there}\n' +
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
    transfer_upcoming: {
      subject: '{name}: {amount} serão transferidos em {at}',
      text:
        'A transferência programada {name} será feita em {at}.\n\n' +
        'Valor: {amount}\n\n' +
        'Para mudar, pausar ou encerrar, abra:\n\n' +
        '{page}',
    },
    transfer_failed: {
      subject: '{name}: a transferência programada não foi feita',
      text:
        'A transferência programada {name} de {at} não foi feita.\n\n' +
        'Valor: {amount}\n\n' +
        'O motivo, e o que fazer, está aqui:\n\n' +
        '{page}',
    },
    alerts_code: {
      subject: 'Seu código de {brand} para e-mails',
      text:
        'Seu código é {code}.\n\n' +
        'Ele confirma este endereço para avisos e resumos. Se você não o pediu, ignore esta mensagem: nada ' +
        'mais é enviado.',
    },
    payment_arrived: {
      subject: 'Você recebeu {amount}',
      text:
        'Chegaram {amount} para {integration}.\n\nO pagamento:\n\n{page}\n\n' + 'Escolha seus e-mails:\n\n{settings}',
    },
    payments_arrived: {
      subject: '{count} pagamentos: {amount}',
      text:
        'Chegaram {count} pagamentos para {integration} desde a última mensagem: {amount}.\n\n' +
        'Os pagamentos:\n\n{page}\n\n' +
        'Escolha seus e-mails:\n\n{settings}',
    },
    daily_summary: {
      subject: '{integration}: {day}',
      text:
        'Resumo de {day} para {integration}\n\n{lines}\n\nO painel:\n\n{page}\n\n' +
        'Escolha seus e-mails:\n\n{settings}',
    },
    export_completed: {
      subject: 'Sua exportação está pronta',
      text: 'O arquivo está pronto. Registros: {rows}.\n\nBaixe nos próximos 7 dias:\n\n{page}',
    },
  },
};
