/// British spellings, with the American ones.
let americanSpellings: [String: String] = pairs(
  """
  colour color, colours colors, favourite favorite, favourites favorites, honour honor, labour labor, behaviour
  behavior, neighbour neighbor, neighbours neighbors, harbour harbor, flavour flavor, rumour rumor, organisation
  organization, organisations organizations, organiser organizer, authorised authorized, authorisation authorization,
  cancelled canceled, cancelling canceling, travelled traveled, labelled labeled, modelled modeled, centre center,
  centres centers, metre meter, metres meters, kilometre kilometer, kilometres kilometers, litre liter, litres liters,
  millilitres milliliters, theatre theater, fibre fiber, catalogue catalog, catalogues catalogs, dialogue dialog,
  licence license, licences licenses, defence defense, grey gray, jewellery jewelry, customise customize, customised
  customized, categorised categorized, finalised finalized, recognised recognized, normalised normalized, optimised
  optimized, initialised initialized, synchronised synchronized, serialised serialized, analyse analyze, enrolment
  enrollment, fulfilment fulfillment, instalment installment, instalments installments, aluminium aluminum, manoeuvre
  maneuver, mould mold, plough plow, pyjamas pajamas, ageing aging
  """)

/// Common misspellings with their corrections. Doesn't include words of other languages that are used in names.
let misspellings: [String: String] = pairs(
  """
  accomodation accommodation, acheived achieved, acquisiton acquisition, adress address, adresses addresses, agressive
  aggressive, alot lot, amout amount, appartment apartment, arguement argument, assigment assignment, attachement
  attachment, availabe available, availible available, avaliable available, begining beginning, calender calendar,
  catagory category, catgory category, changable changeable, collegue colleague, comission commission, commited
  committed, commitee committee, conection connection, confimation confirmation, convertion conversion, copywrite
  copyright, creater creator, curency currency, currancy currency, custumer customer, decription description, definately
  definitely, delievery delivery, delivary delivery, descripton description, desription description, diffrent different,
  dimention dimension, discription description, dissapear disappear, duplicat duplicate, enviroment environment,
  exection execution, existance existence, expirey expiry, expriation expiration, foriegn foreign, foward forward,
  freind friend, guage gauge, guarantie guarantee, heigth height, hieght height, identifer identifier, imediate
  immediate, inital initial, intial initial, intrest interest, langage language, langauge language, lenght length,
  libary library, lisence license, maintainance maintenance, maintenence maintenance, managment management, manufactor
  manufacturer, mesage message, messsage message, milage mileage, minium minimum, neccessary necessary, necesary
  necessary, notifcation notification, notificaton notification, occured occurred, occurence occurrence, ocurred
  occurred, orginal original, paramater parameter, parmeter parameter, passowrd password, pasword password, payement
  payment, paymnet payment, perfered preferred, permision permission, persistant persistent, posession possession,
  positon position, postition position, preceeding preceding, prefered preferred, priviledge privilege, profesional
  professional, pruchase purchase, publically publicly, qauntity quantity, quanity quantity, quantitiy quantity, receipe
  recipe, reciever receiver, recieved received, recieve receive, recipent recipient, recomended recommended, recommanded
  recommended, referal referral, refered referred, refernce reference, relevent relevant, reponse response, respone
  response, responce response, retreive retrieve, rythm rhythm, schedual schedule, seperate separate, seperator
  separator, shiping shipping, signiture signature, statment statement, subcription subscription, succesful successful,
  succesfull successful, successfull successful, supress suppress, temperture temperature, temprature temperature,
  threshhold threshold, tommorow tomorrow, totel total, transacton transaction, transfered transferred, trasaction
  transaction, udpate update, udpated updated, unkown unknown, unkonwn unknown, useage usage, vaild valid, vehical
  vehicle, verison version, visable visible, wieght weight, wich which, widht width
  """)
