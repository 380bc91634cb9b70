console.log('placeholder: being written');
